"""What else is drawn of a person: age, position, height, and what a birthday tells."""

import math
from datetime import date, timedelta

from builders.tables import Files, Header, Row, as_csv, must_agree, read_weights, shares, tilted

# Offsets in years from the user's age: lowest, highest, likeliest.
GENERATIONS = {"peer_older": (1, 9, 4), "elder": (20, 28, 24)}
COLLEAGUES = {"boss": (1, 12, 6), "team_lead": (1, 12, 4), "mentor": (1, 12, 5), "direct_report": (-4, 2, -1)}
USUAL_COLLEAGUE = (-4, 8, 1)

# Of a hundred people how many hold each position, from trainee to board member.
BY_STAGE = """
starting 22 20 18 14 10 7 5 3 1 0 0 0 0
early 8 11 13 14 14 12 9 7 5 3 2 1 1
settled 3 5 7 10 13 13 12 11 10 6 5 3 2
seasoned 2 4 6 8 11 11 12 12 12 8 7 4 3
"""
BY_RELATION = """
boss 0 0 0 2 6 10 14 17 19 11 10 7 4
team_lead 0 0 2 5 12 20 19 16 12 6 4 2 2
mentor 0 2 4 8 18 15 13 12 11 7 5 3 2
deskmate 10 13 14 15 14 11 8 6 4 2 1 1 1
work_partner 6 9 12 15 17 14 9 7 5 3 1 1 1
deputy 2 8 10 14 17 16 12 9 6 3 1 1 1
direct_report 18 20 18 15 12 8 4 2 1 1 1 0 0
new_colleague 20 16 14 12 11 8 6 5 3 2 1 1 1
lunch_buddy 8 11 13 14 15 12 9 7 5 2 2 1 1
carpool_mate 7 10 12 14 15 12 10 8 5 3 2 1 1
"""
RELATIVES = "7 9 10 11 12 11 10 9 8 5 4 2 2"
LIFT = 0.06  # by how much, in logarithms, a degree more favours the next position over the one below it

# Mean height in cm by stage, from the youngest to the oldest. The sexes lie nearer to each other than in any survey, so that a height tells little of the sex.
HEIGHTS = {"female": (166, 166, 165, 163), "male": (175, 175, 174, 172)}
SPREAD = 8

# The last day of each sign, from the turn of the year on.
SIGNS = """
01-19 Capricorn 摩羯座; 02-18 Aquarius 水瓶座; 03-20 Pisces 双鱼座; 04-19 Aries 白羊座; 05-20 Taurus 金牛座; 06-21 Gemini 双子座;
07-22 Cancer 巨蟹座; 08-22 Leo 狮子座; 09-22 Virgo 处女座; 10-23 Libra 天秤座; 11-22 Scorpio 天蝎座; 12-21 Sagittarius 射手座
"""
SEASONS = (("winter", "冬天"), ("spring", "春天"), ("summer", "夏天"), ("autumn", "秋天"))


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


def _hundreds(text: str, positions: list[str]) -> dict[str, dict[str, float]]:
    out = {}
    for line in text.strip().splitlines():
        key, *counts = line.split()
        weights = dict(zip(positions, map(float, counts), strict=True))
        if sum(weights.values()) != 100:
            raise SystemExit(f"positions: the row of {key} sums to {sum(weights.values()):g}, not 100")
        out[key] = weights
    return out


def build_positions(out: Files) -> None:
    positions, levels = list(read_weights("position.csv")), list(read_weights("education.csv"))
    by_stage = _hundreds(BY_STAGE, positions)
    must_agree("stages", by_stage, read_weights("stage.csv"))
    unit = "weight = probability of the value given"
    population = "employees by age band; the highest positions are closed to the youngest"
    rows: list[Row] = []
    for stage, weights in by_stage.items():
        for degree, level in enumerate(levels):
            lift = {key: math.exp(LIFT * (degree - len(levels) // 2) * rank) for rank, key in enumerate(positions)}
            rows += [(stage, level, *row) for row in zip(positions, tilted(weights, lift), strict=True)]
    header = Header(f"{population}; a degree helps a little", f"{unit} stage and education")
    out["position_by_stage_education.csv"] = as_csv(header, "stage,education,value,weight", rows)
    colleagues = _hundreds(BY_RELATION, positions)
    relatives = {relation: f"{relation} {RELATIVES}" for relation in read_weights("relation.csv") if relation not in colleagues}
    by_relation = _hundreds("\n".join(relatives.values()), positions) | colleagues
    rows = [(relation, *row) for relation, weights in by_relation.items() for row in zip(positions, shares(weights.values()), strict=True)]
    header = Header("colleagues by their relation to the user; relatives carry the average row", f"{unit} relation")
    out["position_by_relation.csv"] = as_csv(header, "relation,value,weight", rows)


def build_heights(out: Files) -> None:
    stages = list(read_weights("stage.csv"))
    rows = [(sex, stage, mean, SPREAD) for sex, means in HEIGHTS.items() for stage, mean in zip(stages, means, strict=True)]
    population = (
        "adults by sex and age band, rounded from published adult averages of no single country, the old a little shorter, all rough; "
        "means nearer to each other and spread wider, so that a height tells little of the sex"
    )
    header = Header(population, "mean and sd in cm of a normal distribution")
    out["height_by_sex_stage.csv"] = as_csv(header, "sex,stage,mean,sd", rows)


def build_birthdays(out: Files) -> None:
    signs = [line.split() for line in SIGNS.split(";")]
    days = [date(2001, 1, 1) + timedelta(days=i) for i in range(365)]
    population = "days of a year without 29 February"
    rows: list[Row] = [(key, *signs[sum(key > last for last, *_ in signs) % len(signs)][1:]) for key in (f"{day:%m-%d}" for day in days)]
    header = Header(population, "one result per value: the sign by the dates that most calendars print")
    out["birthday_star_sign.csv"] = as_csv(header, "value,en,zh", rows)
    rows = [(f"{day:%m-%d}", *SEASONS[day.month % 12 // 3]) for day in days]
    header = Header(population, "one result per value: the season of the northern hemisphere by whole months, spring from March to May")
    out["birthday_season.csv"] = as_csv(header, "value,en,zh", rows)
