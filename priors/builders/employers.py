"""Invented companies: a made-up stem and a word that shows the sector, in both languages; any likeness to a real one is chance."""

from collections.abc import Iterator

from builders.tables import Files, Header, Row, as_csv, must_agree, read_weights, slug, tilted

# What the companies of each sector call themselves.
KINDS = """
health: Clinics=门诊 Medical=医疗 Care=护理院 Hospitals=医院 Health=健康
education: Schools=学校 Academy=书院 College=学院 Education=教育 Learning=培训
finance: Bank=银行 Savings=储蓄 Insurance=保险 Finance=金融 Trust=信托
technology: Systems=科技 Software=软件 Labs=实验室 Networks=网络 Devices=电子
construction: Builders=建筑 Construction=建设 Works=工程 Homes=置业 Roofing=屋面
food: Foods=食品 Kitchens=餐饮 Provisions=粮油 Drinks=饮料 Mills=面粉
transport: Freight=货运 Buses=客运 Railways=铁路 Shipping=船务 Airways=航空
culture: Press=出版社 Media=传媒 Studios=影业 Theatres=剧院 Galleries=画廊
"""
PER_SECTOR = 50
FRONTS = """
Amber Birch Bracken Calder Cinder Clover Copper Crane Dawn Dove Elder Fallow Fern Flint Garnet Gorse Harrow Hazel Heron Honey Ivory Juniper Kestrel
Lantern Lark Linden Mallow Marrow Merle Moss Nettle Oak Orchard Otter Pebble Penny Pine Plover Quill Raven Rivet Rowan Saffron Salt Sedge Silver
Sorrel Sparrow Stone Swift Teal Thistle Timber Tessa Umber Velvet Vesper Willow Wren Yarrow
"""
BACKS = """
hollow moor brook crest wick march bourne field stile holt mere cote quill thorn vane lund mark gate haven marsh wharf combe fell garth keld nest
rigg shaw thwaite tarn wold loft ember spire larch weir stead croft heath strand
"""
FIRST = "穗栎颐昀霖湛岚璟煦芷澄泓澍曜珞筠珺瑾翊骊苍淞渚砚棠桉柚槿鹭鸢麓岱崚翎铂钰琮璇皓旻"
SECOND = "川汀屿岭湾桥堤澜野垣舟石林原台亭坞崖溪泽浦洲峡峰港陵庭塘涧坪谷湖滩畔栈渡坡关池井"
STEP = 7  # has no factor in common with the lists' lengths, so neighbours differ in both halves

# By size: weight, and how much more or less often people of each stage work there, from the youngest to the oldest.
SIZES = {
    "large": (1.6, (0.8, 0.95, 1.05, 1.2)),
    "middle": (1.1, (1, 1, 1, 1)),
    "small and new": (0.8, (1.4, 1.15, 0.95, 0.8)),
}
SIZE_OF = ("large", "middle", "middle", "small and new", "small and new")  # of each fifth of a sector's companies


def _stem(place: int) -> tuple[str, str]:
    halves = ((FRONTS.split(), BACKS.split()), (FIRST, SECOND))
    en, zh = (first[place % len(first)] + second[(place * STEP + place // len(first)) % len(second)] for first, second in halves)
    return en, zh


def companies() -> Iterator[tuple[str, str, str, str]]:
    """Give sector, size, English and Chinese name of each company."""
    for order, line in enumerate(KINDS.strip().splitlines()):
        sector, _, words = line.partition(": ")
        kinds = [word.split("=") for word in words.split()]
        for place in range(PER_SECTOR):
            stem_en, stem_zh = _stem(order * PER_SECTOR + place)
            en, zh = kinds[place % len(kinds)]
            yield sector, SIZE_OF[place * len(SIZE_OF) // PER_SECTOR], f"{stem_en} {en}", stem_zh + zh


def build(out: Files) -> None:
    found = list(companies())
    sectors, stages = list(read_weights("sector.csv")), list(read_weights("stage.csv"))
    must_agree("sectors of employers", sectors, (sector for sector, *_ in found))
    population = f"invented companies, {PER_SECTOR} for each of eight sectors; any likeness to a real one is chance"
    rows: list[Row] = [(slug(en), SIZES[size][0], en, zh) for _, size, en, zh in found]
    out["employer.csv"] = as_csv(Header(population, "weight = relative frequency of the value, any scale"), "value,weight,en,zh", rows)
    keys = [slug(en) for _, _, en, _ in found]
    own = {sector: {key: SIZES[size][0] * (of == sector) for key, (of, size, *_) in zip(keys, found, strict=True)} for sector in sectors}
    unit = "weight = probability of the value given sector"
    factors = {
        stage: {key: SIZES[size][1][place] for key, (_, size, *_) in zip(keys, found, strict=True)} for place, stage in enumerate(stages)
    }
    rows = [
        (sector, stage, *row)
        for sector in sectors
        for stage in stages
        for row in zip(keys, tilted(own[sector], factors[stage]), strict=True)
    ]
    header = Header("employees of the companies of employer.csv; the young a little more in the small and new ones", f"{unit} and stage")
    out["employer_by_sector_stage.csv"] = as_csv(header, "sector,stage,value,weight", rows)
