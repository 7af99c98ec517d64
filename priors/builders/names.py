"""Given names and surnames: which ones is chosen here, how common they are in English comes from the package faker.

No name is a word, a month or a city, and no two are ways to write the same one, so a name in a text is always somebody's.
"""

from faker.providers.person.en_US import Provider as English
from faker.providers.person.zh_CN import Provider as Chinese

from builders import cities
from builders.tables import Files, Header, as_csv, provenance, ranked, shares, slug

TEMPER = 0.7  # exponent on the weights of names: keeps the commonest under 5 %

FEMALE = """
Jennifer Jessica Lisa Kimberly Amanda Michelle Elizabeth Melissa Ashley Sarah Mary Stephanie Amy Angela Nicole Laura Rebecca Karen Emily Susan
Rachel Christina Patricia Julie Samantha Megan Cynthia Brittany Lauren Andrea Danielle Tiffany Maria Tammy Sandra Linda Pamela Brenda Donna Erin
Deborah Tina Teresa Kathleen Nancy Courtney Barbara Jacqueline Sharon Anna Kayla Denise Catherine Erica Monica Hannah Cheryl Wendy Margaret
Vanessa Alicia Allison Diana Natalie Melanie Cindy Jill Alyssa Valerie Tara Stacy Katie Veronica Carrie Rhonda Gina Alexandra Carolyn Lindsey
Renee Brianna Cassandra Janet Paula Kelsey Tonya Heidi Sheila Tamara Melinda Deanna Abigail Leah Olivia Carla Suzanne Sabrina Colleen Caitlin
Jenna Natasha Felicia Molly Janice Marissa Shelby Katrina Haley Annette Miranda Kendra Anita Bonnie Wanda Martha Monique Emma Krista Bethany
Yolanda Joanna Gloria Audrey Gabrielle Ruth Yvonne Desiree Beverly Claudia Darlene Sonya Carmen Judith Evelyn Peggy Madeline Bridget Jeanette
Meredith Maureen Ellen Dorothy Rita Mallory Helen Sylvia Bianca Adrienne Elaine Marilyn Alice Phyllis Claire Eileen Sophia Belinda
"""
MALE = """
Michael David James John Christopher Robert Matthew William Daniel Joseph Brian Jason Joshua Thomas Kevin Richard Anthony Andrew Steven Timothy
Jeffrey Eric Ryan Charles Scott Justin Nicholas Jonathan Brandon Paul Kenneth Jacob Gregory Patrick Adam Aaron Benjamin Kyle Jeremy Tyler Zachary
Ronald Edward Donald Sean Jose Alexander Nathan Gary Samuel Keith Douglas George Peter Todd Travis Jesse Bradley Larry Raymond Craig Dennis Juan
Derek Dustin Carlos Marcus Joel Shane Vincent Corey Luis Antonio Alan Dylan Brett Rodney Curtis Russell Martin Roger Carl Gabriel Brent Bruce Ian
Ricky Henry Cameron Mitchell Wesley Trevor Lawrence Gerald Randall Wayne Evan Seth Walter Adrian Caleb Miguel Andre Arthur Manuel Logan Albert
Devin Darren Mario Luke Louis Jeremiah Ricardo Jorge Calvin Ethan Garrett Edwin Frederick Barry Lucas Isaac Connor Noah Reginald Oscar
Harold Spencer Roberto Alejandro Ralph Hector Colin Eugene Tommy Maurice Ruben Leonard Stanley Brendan Marvin Kurt Howard Julian Clayton Omar
Jerome Isaiah Javier Melvin Dalton Theodore Elijah Sergio Fernando Clifford
"""
SURNAMES = """
Smith Johnson Williams Jones Davis Garcia Rodriguez Wilson Martinez Anderson Hernandez Moore Thompson Lopez Gonzalez Harris Clark Robinson Perez
Sanchez Adams Ramirez Campbell Roberts Phillips Evans Torres Collins Edwards Stewart Flores Morris Nguyen Murphy Rivera Rogers Peterson Gomez Diaz
Richardson Watson Hughes Reyes Myers Morales Powell Sullivan Ortiz Jenkins Gutierrez Henderson Simmons Patterson Reynolds Ramos Wallace Hayes
Chavez Gibson Ellis Stevens Murray Owens Ruiz Kennedy Alvarez Castillo Olson Vasquez Snyder Simpson Crawford Jimenez Shaw Wagner Romero Hicks
Robertson Holmes Meyer Boyd Moreno Schmidt Patel Ferguson Nichols Herrera Medina Fernandez Daniels Dunn Tran Peters Hawkins Hansen Castro Hoffman
Cunningham Carroll Hudson Duncan Armstrong Andrews Johnston Perkins Aguilar Silva Richards Matthews Garza Vargas Watkins Larson Carlson Burke
Guzman Morrison Jacobs Lawson Lynch Carr Salazar Mendez Jensen Williamson Howell Hanson Weber Sims Burton Fuller Soto Welch Chen Schultz Walters
Walsh Bowman Davidson Schneider Wong Santos Pearson Delgado Valdez Rios Sandoval Hopkins Keller Guerrero Ortega Estrada Contreras Barnett Caldwell
Lowe Byrd Shelton Frazier Becker Maldonado Fleming Sutton Cohen Jennings Norris Vaughn Holt Schwartz Benson Dominguez Horton Avila Sherman Hodges
Juarez Gallagher Hubbard Saunders Carrillo Ayala Schroeder Rowe Osborne Buchanan Salinas Norton Pratt Aguirre Cabrera Montoya
"""
# Chinese given names of two characters; those of the package that are no words follow after them.
FEMALE_ZH = """
静怡 雨桐 思琪 梦瑶 欣妍 诗涵 晓雯 佳慧 雅婷 子涵 可欣 语嫣 慧敏 晓燕 美玲 丽萍 淑贞 雪莹 心怡 若曦 婉清 嘉怡 梓萱 依诺 雨欣 佩珊 书瑶
芷若 晓彤 素云 碧君 惠芬 爱玲 月琴 翠萍 亚男 乐瑶 晓棠 沛玲 雨婷 梦洁 思雨 佳怡 欣怡 诗雨 雅琴 慧玲 晓梅 美华 丽芬 淑敏 雪娇 心悦 若彤
婉婷 嘉敏 梓涵 依婷 佩玲 书妍 芷晴 晓霞 素珍 碧云 惠兰 爱华 月娥 翠兰 亚楠 乐怡 晓菲 沛珊 巧玲 艳红 春燕 玉洁 玉婷 文慧 文婧 静雯 静娴
怡君 怡婷 诗婷 诗琪 梦琪 梦婷 思颖 思敏 颖欣 雅琳 雅雯 曼丽 曼青 秋萍 佳琪 佳颖 欣慧 可馨 馨月 语彤 语桐 梓晴 紫萱 紫琪 雨薇 丽君 丽珊
玲玉 彩凤 瑞芳 秀娟 凤霞 凤珍 桂琴 桂玲 玉凤 玉娟 玉芬 兰芳 惠娟 惠英 淑芬 淑琴 丽琴 晓芳 晓琳 美珍 雪婷
"""
MALE_ZH = """
志远 志宏 天佑 家豪 明轩 国栋 国强 立群 晓东 海涛 振华 永康 泽宇 嘉诚 思远 一鸣 承志 少华 世杰 俊峰 立新 志刚 学文 文斌 子豪 梓睿 景行
伟民 耀辉 德胜 庆丰 永福 春生 瑞霖 哲瀚 奕辰 昊天 启明 天宇 国平 建民 卫东 大勇 玉龙 铁柱 福生 云飞 云鹏 志鹏 宗翰 冠宇 柏霖 彦廷 家辉
景明 敬之 良才 少波 锦程 子轩 俊杰 宇轩 博涵 兆丰 长庚 建明 建新 建波 建辉 志新 志伟 志勇 志杰 志峰 志军 志豪 国华 国辉 国伟 国良 国梁
国忠 海波 海峰 海龙 永强 永刚 永明 永军 永胜 永亮 振国 振宇 振东 明辉 明杰 明远 文杰 文涛 文博 文军 文辉 文彬 学军 学明 学勇 少军 少杰
少鹏 晓峰 晓明 晓军 晓波 晓辉 俊辉 俊豪 俊伟 俊宇 子明 子健 子墨 子昂 宇飞 宇辰 浩然 浩宇 浩天 昊然 嘉伟 嘉豪 家明 家伟 家俊 伟强 伟杰
伟东 伟明 大伟 大鹏 德明 德福 德贵 福贵 金宝 长林 庆祥 庆林 春林 云峰 天赐 天翔 承恩
"""
# Of the package: given names that are words or not of that sex, surnames that are words most of the time.
NOT_GIVEN_ZH = "桂花 玉兰 海燕 红霞 婷婷 丽丽 丹丹 小红 红梅"
NOT_SURNAME_ZH = "时成全应连边和师单游路司农车项米关左"


def _english(chosen: str, weights: dict[str, float], banned: set[str]) -> tuple[list[str], list[str]]:
    names = chosen.split()
    if odd := [name for name in names if name not in weights or name in banned or names.count(name) > 1]:
        raise SystemExit(f"names: not in the package, twice, or somebody or something else's name: {odd}")
    names = [name for name in ranked(weights) if name in names]
    return names, shares(weights[name] ** TEMPER for name in names)


def _surnames() -> tuple[list[str], list[str], list[str]]:
    """Return English surnames by rank with their shares, and as many Chinese ones by rank."""
    names, weights = _english(SURNAMES, English.last_names, {*English.first_names, *cities.places()})
    zh = [name for name in ranked(Chinese.last_names) if len(name) == 1 and name not in NOT_SURNAME_ZH]
    return names, weights, zh[: len(names)]


def _given(sex: str) -> tuple[list[str], list[str], list[str]]:
    """Return English given names of one sex by rank with their shares, and as many Chinese ones."""
    chosen, more = {"female": (FEMALE, FEMALE_ZH), "male": (MALE, MALE_ZH)}[sex]
    both = set(English.first_names_female) & set(English.first_names_male)
    names, weights = _english(chosen, getattr(English, f"first_names_{sex}"), {*both, *cities.places()})
    listed = [name for name in getattr(Chinese, f"first_names_{sex}") if len(name) == 2 and name not in NOT_GIVEN_ZH.split()]
    zh = list(dict.fromkeys([*more.split(), *listed]))
    if len(zh) < len(names):
        raise SystemExit(f"names: {len(names)} English but {len(zh)} Chinese ones for {sex}")
    return names, weights, zh[: len(names)]


def build(out: Files) -> None:
    source = provenance("faker", "providers/person/en_US/__init__.py", "providers/person/zh_CN/__init__.py")
    unit = f"share after raising the package's weights of the English names to the power {TEMPER}"
    surnames, weights, surnames_zh = _surnames()
    header = Header("adults; English and Chinese surnames paired by rank", f"weight = {unit}", f"{source}; selection authored", "MIT")
    out["surname.csv"] = as_csv(header, "value,weight,en,zh", zip(map(slug, surnames), weights, surnames, surnames_zh, strict=True))
    given = {sex: _given(sex) for sex in ("female", "male")}
    rows = [(slug(en), w, en, zh) for columns in given.values() for en, w, zh in zip(*columns, strict=True)]
    licence = "MIT; the authored names same as this project"
    source = f"{source}; selection and most Chinese names authored"
    out["given_name.csv"] = as_csv(
        Header("adults, women first", f"weight = {unit}, within each sex", source, licence), "value,weight,en,zh", rows
    )
    header = Header("the names of given_name.csv", f"weight = {unit}, given sex", source, licence)
    table = [(sex, key, w if en in given[sex][0] else "0") for sex in given for key, w, en, _ in rows]
    out["given_name_by_sex.csv"] = as_csv(header, "sex,value,weight", table)
