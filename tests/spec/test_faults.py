"""A wrong scenario fails with file, key, value and what was expected: one thing broken at a time in a copy of `daily`."""

from typing import NamedTuple

import pytest
from strategies import replace

from memsim.errors import InputError, MemsimError, ScenarioError
from memsim.network.graph import build_network
from memsim.spec.load import load_spec


class Fault(NamedTuple):
    """Text replaced in one file, and what the error must say: where (file, key), what stands there, what was expected."""

    name: str
    file: str
    old: str
    new: str
    key: str
    found: str
    expected: str


YAML, EN, ZH = "scenario.yaml", "phrases.en.yaml", "phrases.zh.yaml"
RULES = [rule.name for rule in load_spec("daily").file.rules]


def rule(start):
    """The place of the first rule whose name begins so."""
    return next(place for place, name in enumerate(RULES) if name.startswith(start))


SCENARIO = [
    Fault("unknown key", YAML, "title:", "colour: red\ntitle:", "colour", "'red'", "extra inputs are not permitted"),
    Fault("missing key", YAML, "title: Daily life\n", "", "title", "", "field required"),
    Fault("no mapping", YAML, "name: daily", "- name: daily", "YAML", "", "valid YAML"),
    Fault("bad name", YAML, "name: daily", "name: Daily Life", "name", "'Daily Life'", "string should match pattern"),
    Fault("no language", YAML, "languages: [en, zh]", "languages: []", "languages", "[]", "at least 1 item"),
    Fault("unknown kind of CPD", YAML, "hobby: {cpd: table}", "hobby: {cpd: tabel}", "nodes.user.hobby", "tabel", "'table'"),
    Fault("unknown kind of domain", YAML, "{kind: days}", "{kind: day}", "attributes.birthday.domain", "day", "'days'"),
    Fault(
        "unknown key of a node", YAML, "parents: [hometown], group: country",
        "parents: [hometown], groups: country", "groups", "'country'", "extra",
    ),
    Fault("probability over 1", YAML, "p: 0.4, q: 0.45", "p: 1.4, q: 0.45", "nodes.user.workplace.near.p", "1.4", "less than or equal to 1"),
    Fault("second probability over 1", YAML, "q: 0.45", "q: 1.4", "nodes.user.workplace.near.q", "1.4", "less than or equal to 1"),
    Fault("count of 0", YAML, "item: {count: 5", "item: {count: 0", "classes.item.count", "0", "greater than or equal to 1"),
    Fault("two users", YAML, "user: {count: 1", "user: {count: 2", "classes.user", "not one instance", "count 1"),
    Fault("unknown use", YAML, "uses: [ask, bridge, compare", "uses: [asked, bridge, compare", "attributes.age.uses.0", "'asked'", "'ask'"),
    Fault(
        "cycle", YAML, "hometown: {cpd: table}", "hometown: {cpd: copy, parents: [workplace], p: 0.4}",
        "nodes", "user.workplace", "acyclic",
    ),
    Fault(
        "own parent", YAML, "workplace: {cpd: near, parents: [hometown]",
        "workplace: {cpd: near, parents: [workplace]", "nodes", "cycle", "acyclic",
    ),
    Fault(
        "unknown parent", YAML, "parents: [hometown], group", "parents: [homtown], group",
        "nodes.user.workplace.parents", "'homtown'", "hometown",
    ),
    Fault(
        "unknown parent of the user", YAML, "[user.hometown]", "[user.homtown]",
        "nodes.relative.hometown.parents", "'user.homtown'", "user.hometown",
    ),
    Fault(
        "parents without a file", YAML, "hobby: {cpd: table}", "hobby: {cpd: table, parents: [age]}",
        "nodes.user.hobby", "without a file", "`file`",
    ),
    Fault(
        "unknown weights", YAML, "{cpd: distinct, weights: relative}", "{cpd: distinct, weights: kin}",
        "nodes.relative.relation", "'kin'", "relative, colleague",
    ),
    Fault(
        "copy of another domain", YAML, "parents: [user.workplace], p: 1.0", "parents: [user.hobby], p: 1.0",
        "nodes.colleague.workplace.parents", "user.hobby", "the same domain",
    ),
    Fault("near another domain", YAML, "[hometown], group", "[hobby], group", "nodes.user.workplace.parents", "hobby", "the same domain"),
    Fault("unknown group", YAML, "group: country", "group: county", "nodes.user.workplace.group", "'county'", "of 'workplace': country"),
    Fault("too few cuts", YAML, "cuts: [27, 35, 48]", "cuts: [27, 35]", "nodes.user.stage.cuts", "[27.0, 35.0]", "3 rising cuts"),
    Fault("falling cuts", YAML, "cuts: [27, 35, 48]", "cuts: [35, 27, 48]", "nodes.user.stage.cuts", "[35.0, 27.0, 48.0]", "rising"),
    Fault(
        "other parts", YAML, "[given_name, surname]}\n    height", "[surname, given_name]}\n    height",
        "nodes.user.name.parents", "surname", "given_name, surname",
    ),
    Fault("long prefix", YAML, 'prefix: "9999"', f'prefix: "{"9" * 15}"', "nodes.user.bank_card.prefix", "999", "shorter prefix"),
    Fault(
        "prefix with a letter", YAML, 'prefix: "9999"', 'prefix: "99a9"',
        "nodes.user.bank_card.sequence.prefix", "'99a9'", "pattern",
    ),
    Fault(
        "offset without numbers", YAML, "[user.age, generation]", "[generation, generation]",
        "nodes.relative.age.parents", "numeric", "first parent",
    ),
    Fault(
        "unknown topic", YAML, "place: {count: 5, topic: places}", "place: {count: 5, topic: plases}",
        "classes.place.topic", "'plases'", "places",
    ),
    Fault(
        "topic of an attribute", YAML, "relation: {topic: roles", "relation: {topic: rolls",
        "attributes.relation.topic", "'rolls'", "roles",
    ),
    Fault("unknown wording", YAML, "role: relation", "role: relatoin", "topics.roles.role", "'relatoin'", "relation"),
    Fault("unknown alike", YAML, "alike: generation", "alike: generations", "attributes.age.alike", "'generations'", "generation"),
    Fault("undeclared node", YAML, "hobby: {cpd: table}", "hobbies: {cpd: table}", "nodes.user.hobbies", "'hobbies'", "hobby"),
    Fault("undeclared class", YAML, "\n  item:\n    item_type", "\n  thing:\n    item_type", "nodes", "thing", "'item'"),
    Fault(
        "threshold outside", YAML, "thresholds: [26,", "thresholds: [260,",
        "attributes.age.thresholds", "'260'", "a value of the domain",
    ),
    Fault(
        "no thresholds", YAML, "thresholds: [26, 28, 30, 32, 34, 36, 38, 40, 45, 50, 55]",
        "", "attributes.age.thresholds", "none", "at least one",
    ),
    Fault("unknown forms", YAML, "forms: age", "forms: years", "attributes.age.forms", "'years'", "a way of saying values: day"),
    Fault("forms of another unit", YAML, "forms: age", "forms: height", "attributes.age.forms", "'height'", "no other way to say '20'"),
    Fault(
        "forms without numbers", YAML, "topic: roles, domain: {kind: file, file: hobby.csv}",
        "topic: roles, forms: age, domain: {kind: file, file: hobby.csv}", "attributes.hobby.forms", "'age'", "with numbers",
    ),
    Fault(
        "forms of a moment", YAML, "    domain: {kind: moment, parts: [lead, slot]}",
        "    domain: {kind: moment, parts: [lead, slot]}\n    forms: phone", "attributes.event_time.forms", "'phone'", "listed values",
    ),
    Fault("low over high", YAML, "low: 20, high: 66", "low: 67, high: 66", "attributes.age.domain", "low 67, high 66", "low ≤ high"),
    Fault(
        "no pattern in a language", YAML, '{en: "{n}", zh: "{n}岁"}', '{en: "{n}"}',
        "attributes.age.domain.pattern", "'zh'", "each declared language",
    ),
    Fault(
        "unknown slot of a pattern", YAML, '"{given_name} {surname}"', '"{first} {surname}"',
        "attributes.name.domain.pattern.en", "{first}", "given_name",
    ),
    Fault(
        "nameless slot of a pattern", YAML, '"{given_name} {surname}"', '"{} {surname}"',
        "attributes.name.domain.pattern.en", "{}", "given_name",
    ),
    Fault(
        "open pattern", YAML, '"{given_name} {surname}"', '"{given_name {surname}"',
        "attributes.name.domain.pattern.en", "{given_name {", "given_name",
    ),
    Fault(
        "undeclared part", YAML, "parts: [given_name, surname]", "parts: [givenname, surname]",
        "attributes.name.domain.parts", "givenname", "declared above",
    ),
    Fault("invalid YAML", YAML, "languages: [en, zh]", "languages: [en, zh", "YAML", "line", "valid YAML"),
    Fault("tab in YAML", YAML, "  roles: {", "\troles: {", "YAML", "line", "valid YAML"),
    Fault("code in YAML", YAML, "title: Daily life", "title: !!python/object/apply:os.getcwd []", "YAML", "python", "valid YAML"),
    Fault(
        "rule about an unknown value", YAML, "one_of: [father, mother]", "one_of: [father, mum]",
        f"rules[{rule('parents')}].when[0].one_of", "'mum'", "a value of 'relation': big_brother",
    ),
    Fault(
        "rule without a condition", YAML, "then: {attribute: age, at_least: 21}", "then: {attribute: age}",
        f"rules[{rule('a bachelor')}].then", "no condition", "at_least, at_most, one_of or none_of",
    ),
    Fault(
        "rule of no values", YAML, "one_of: [father, mother]", "one_of: []", f"rules.{rule('parents')}.when.0.one_of", "[]", "at least 1 item",
    ),
    Fault(
        "limit by an unknown attribute", YAML, "{attribute: user.age, plus: 16}", "{attribute: user.agee, plus: 16}",
        f"rules[{rule('parents')}].then.at_least.attribute", "'user.agee'", "an attribute of relative or the user in years: age, user.age",
    ),
    Fault(
        "limit in another unit", YAML, "{attribute: user.age, plus: 16}", "{attribute: user.height, plus: 16}",
        f"rules[{rule('parents')}].then.at_least.attribute", "'user.height'", "in years: age, user.age",
    ),
    Fault(
        "misspelt offset", YAML, "{attribute: user.age, plus: 16}", "{attribute: user.age, plsu: 16}",
        f"rules.{rule('parents')}.then.at_least", "16", "extra",
    ),
    Fault(
        "rule about what no world tells", YAML, "when: {attribute: education, at_least: 3}", "when: {attribute: stage, at_least: 3}",
        f"rules[{rule('a bachelor')}].when[0].attribute", "'stage'", "an attribute of user or the user that has listed values and is told about",
    ),
    Fault(
        "rule about values that are not listed", YAML, "when: {attribute: education, at_least: 3}", "when: {attribute: phone, at_least: 3}",
        f"rules[{rule('a bachelor')}].when[0].attribute", "'phone'", "listed values",
    ),
    Fault(
        "rule about an attribute of another class", YAML, "when: {attribute: scale, at_most: 4}", "when: {attribute: education, at_most: 4}",
        f"rules[{rule('a handful')}].when[0].attribute", "'education'", "an attribute of work_event or the user",
    ),
]  # fmt: skip
COLUMNS = {
    "hobby.csv": "value,weight,en,zh\n", "education.csv": "value,weight,number,en,zh\n", "education_by_stage.csv": "stage,value,weight\n",
    "height_by_sex_stage.csv": "sex,stage,mean,sd\n",
}  # fmt: skip


def rows(name, file, text, key, found, expected):
    """Rows of its own at the top of a table."""
    return Fault(name, file, COLUMNS[file], COLUMNS[file] + text, key, found, expected)


PRIORS = [
    Fault(
        "sum over 1", "education_by_stage.csv", "starting,high_school,0.", "starting,high_school,1.",
        "stage=starting", "weights sum to 2", "1",
    ),
    Fault("sum of a root", "user_age.csv", "\n24,0.", "\n24,1.", "all rows", "weights sum to 2", "1"),
    Fault(
        "sum of offsets", "relative_age_offset.csv", "peer_older,1,0.", "peer_older,1,1.",
        "generation=peer_older", "weights sum to 2", "1",
    ),
    rows("no such parent", "education_by_stage.csv", "begining,master,0\n", "row 1, column 'stage'", "'begining'", "starting"),
    rows("no such value", "education_by_stage.csv", "starting,mister,0\n", "row 1, column 'value'", "'mister'", "high_school"),
    rows("nan", "education_by_stage.csv", "starting,master,NaN\n", "row 1, column 'weight'", "'NaN'", "a finite number"),
    rows("infinite", "hobby.csv", "x,inf,x,某\n", "row 1, column 'weight'", "'inf'", "a finite number"),
    rows("negative", "education_by_stage.csv", "starting,master,-0.26\n", "row 1, column 'weight'", "'-0.26'", "≥ 0"),
    rows("no number", "hobby.csv", "x,one,x,某\n", "row 1, column 'weight'", "'one'", "a finite number"),
    rows("empty number", "education.csv", "x,1,,x,某\n", "row 1, column 'number'", "''", "a finite number"),
    rows("no spread", "height_by_sex_stage.csv", "female,early,160,0\n", "row 1, column 'sd'", "0", "> 0"),
    Fault("parent left out", "height_by_sex_stage.csv", "\nfemale,early,", "\nmale,early,", "rows", "missing", "each combination of parents"),
    rows("repeated row", "education_by_stage.csv", "starting,master,0\nstarting,master,0\n", "row 2", "repeats row 1", "once"),
    rows("repeated value", "hobby.csv", "x,1,x,某\nx,1,y,某某\n", "row 2, column 'value'", "'x'", "each value once"),
    Fault("no parent column", "education_by_stage.csv", "stage,value", "stages,value", "columns", "stages", "'stage'"),
    Fault("no value column", "user_age.csv", "value,weight", "years,weight", "columns", "years", "'value'"),
    Fault("no weight column", "user_age.csv", "value,weight", "value,weigth", "columns", "weigth", "'weight'"),
    Fault("no surfaces in a language", "hobby.csv", "weight,en,zh", "weight,en,de", "columns", "de", "'zh'"),
    rows("empty surface", "hobby.csv", "x,1,,某\n", "row 1, column 'en'", "empty", "a surface for each value"),
    rows("blank surface", "hobby.csv", "x,1,x,  \n", "row 1, column 'zh'", "empty", "a surface for each value"),
    rows("one surface twice", "hobby.csv", "x,1,x,某\ny,1,x,某某\n", "row 2, column 'en'", "'x' is row 1's", "one surface a value"),
    rows(
        "one surface but for capitals", "hobby.csv", "x,1,x,某\ny,1,X,某某\n", "row 2, column 'en'",
        "'X' is row 1's", "one surface a value",
    ),
    rows("one Chinese surface twice", "hobby.csv", "x,1,x,某\ny,1,y,某\n", "row 2, column 'zh'", "'某' is row 1's", "one surface a value"),
    Fault("no unit", "hobby.csv", "# unit:", "# units:", "header", "'# unit: …'", "source, licence, population, unit"),
    Fault("empty licence", "hobby.csv", "# licence: same as this project", "# licence:", "header", "'# licence: …'", "licence"),
    rows("short row", "hobby.csv", "x,1,x\n", "row 1", "3 cells", "4 cells (value, weight, en, zh)"),
    rows("long row", "hobby.csv", "x,1,x,某,某\n", "row 1", "5 cells", "4 cells"),
    Fault("column named twice", "hobby.csv", "value,weight,en", "value,en,en", "columns", "'en', 'en'", "distinct column names"),
    Fault(
        "knowledge left out", "occupation_duty.csv", "\nnurse,", "\nnorse,", "column 'value'",
        "'nurse'", "a row for each value of 'occupation'",
    ),
    Fault("knowledge without a language", "occupation_duty.csv", "value,en,zh", "value,en,de", "columns", "de", "'zh'"),
    Fault("noise of an unknown class", "noise.csv", "\nuser,name,", "\nusr,name,", "usr,name, column 'class'", "'usr'", "user"),
    Fault("noise of an unknown attribute", "noise.csv", "\nitem,item_name,", "\nitem,name,", "column 'attribute'", "'name'", "item_name"),
    Fault("noise that no message may tell", "noise.csv", "\nuser,name,", "\nrelative,sex,", "relative,sex, column 'attribute'", "'sex'", "of a relative"),
    Fault("negative weight of noise", "noise.csv", "\nuser,name,", "\nuser,name,-", "row 1, column 'weight'", "'-", "a finite number ≥ 0"),
    Fault("noise weighed twice", "noise.csv", "\nuser,age,", "\nuser,name,", "row 2", "user, name stands twice", "once"),
    Fault("noise without a column", "noise.csv", "class,attribute,weight", "class,what,weight", "columns", "what", "'attribute'"),
]  # fmt: skip
NAMES, OPENERS = "statements:\n  name:\n", "openers:\n  roles:\n"  # a phrase put behind these is the first of its list


def phrase(name, text, found, expected, top=NAMES, key="statements.name[0]"):
    """A phrase of its own in front of a list."""
    return Fault(name, EN, top, f'{top}    - "{text}"\n', key, found, expected)


PHRASES = [
    Fault(
        "no phrase in a language", ZH, "  hobby:", "  hobbies:", "statements.hobby", "nothing",
        "phrases: the scenario uses it and declares this language",
    ),
    Fault("no question in a language", ZH, "    hobby:", "    hobbies:", "questions.ask.hobby", "nothing", "phrases: the scenario uses it"),
    Fault("empty list", EN, "  hobby:\n    - ", "  hobby: []\n  hobbies:\n    - ", "statements.hobby", "[]", "at least 1 item"),
    phrase("unknown slot", "{Subject} is {value}{colour}.", "'colour'", "value"),
    phrase("slot in an opener", "Oh, {subject}.", "'subject'", "none", OPENERS, "openers.roles[0]"),
    phrase("no value", "{Subject} is {name}.", "{name}", "exactly one of the slots a_value, value"),
    phrase("subject twice", "{Subject}, {subject} is {value}.", "{subject}", "exactly one of the slots Subject, subject"),
    phrase("open brace", "{Subject} is {value.", "{value.", "balanced braces"),
    phrase("lone closing brace", "{Subject} is {value}}.", "{value}}", "balanced braces"),
    Fault("other language", ZH, "language: zh", "language: en", "language", "'en'", "declares this language"),
    Fault("unknown part", EN, "\ntails:", "\ntales: {}\ntails:", "tales", "{}", "extra inputs"),
    Fault("no wording", EN, "wording:\n  roles: {role:", "wording:\n  roles: {rule:", "wording.roles.role", "nothing", "the scenario uses it"),
    Fault(
        "wording without its value", EN, 'role: "my {value}"', 'role: "my friend"', "wording.roles.role",
        "'my friend'", "exactly one of the slots value",
    ),
]  # fmt: skip
FAULTS = [*SCENARIO, *(fault._replace(file=f"priors/{fault.file}") for fault in PRIORS), *PHRASES]


def load(folder):
    return build_network(load_spec(folder))


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_named(daily_copy, fault):
    replace(daily_copy / fault.file, fault.old, fault.new)
    with pytest.raises(ScenarioError) as caught:
        load(daily_copy)
    error = caught.value
    assert error.file == str(daily_copy / fault.file)
    assert fault.key in error.key
    assert fault.found in str(error.found)
    assert fault.expected in error.expected
    message = str(error)
    assert all(str(part) in message for part in (error.file, error.key, error.found, error.expected))
    assert "\n" not in message


@pytest.mark.parametrize(
    "file", ["scenario.yaml", "phrases.zh.yaml", "priors/hobby.csv", "priors/education_by_stage.csv", "priors/occupation_duty.csv"]
)
def test_a_missing_file_is_named(daily_copy, file):
    (daily_copy / file).unlink()
    with pytest.raises(MemsimError, match=r"missing|unknown scenario") as caught:
        load(daily_copy)
    assert (str(daily_copy) if file == "scenario.yaml" else str(daily_copy / file)) in str(caught.value)


@pytest.mark.parametrize("file", ["scenario.yaml", "phrases.en.yaml", "priors/hobby.csv"])
def test_a_file_that_is_not_utf8_is_named(daily_copy, file):
    path = daily_copy / file
    path.write_bytes(path.read_bytes()[:100] + b"\xff" + path.read_bytes()[100:])
    with pytest.raises(ScenarioError, match="byte 100: not UTF-8; expected UTF-8 text") as caught:
        load(daily_copy)
    assert caught.value.file == str(path)


def test_a_folder_in_place_of_a_file_is_named(daily_copy):
    path = daily_copy / "priors" / "hobby.csv"
    path.unlink()
    path.mkdir()
    with pytest.raises(ScenarioError, match=r"hobby\.csv: file: .*expected a readable file"):
        load(daily_copy)


@pytest.mark.parametrize("content", ["", "\n\n", "# source: x\n", "# source: x\n# licence: x\n# population: x\n# unit: x\n"])
def test_a_prior_without_a_table_is_named(daily_copy, content):
    (daily_copy / "priors" / "hobby.csv").write_text(content, encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"hobby\.csv: (header|columns): "):
        load(daily_copy)


def test_a_prior_without_rows_is_named(daily_copy):
    path = daily_copy / "priors" / "hobby.csv"
    path.write_text("".join(path.read_text(encoding="utf-8").splitlines(keepends=True)[:5]), encoding="utf-8")
    with pytest.raises(ScenarioError, match="rows: none; expected at least one row"):
        load(daily_copy)


def weigh(path, weights):
    """Give the first rows of a file of values these weights and the others 0."""
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("value,")) + 1
    for row, line in enumerate(lines[start:]):
        cells = line.split(",")
        cells[1] = str(weights[row]) if row < len(weights) else "0"
        lines[start + row] = ",".join(cells)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


def test_weights_of_nothing_are_named(daily_copy):
    weigh(daily_copy / "priors" / "hobby.csv", [])
    with pytest.raises(ScenarioError, match=r"hobby\.csv: column 'weight': all weights are 0; expected at least one weight > 0"):
        load(daily_copy)


def test_fewer_values_than_instances_that_differ(daily_copy):
    weigh(daily_copy / "priors" / "place_type.csv", [1, 1, 1, 1])
    with pytest.raises(ScenarioError, match=r"nodes\.place\.place_type: 4 values for 5 instances; expected .*as many values as instances"):
        load(daily_copy)


def test_as_many_values_as_instances_are_enough(daily_copy):
    weigh(daily_copy / "priors" / "place_type.csv", [1, 2, 3, 4, 5])
    codes = load(daily_copy).sample(50)["place.place_type"]
    assert set(codes.ravel().tolist()) == set(range(5))


@pytest.mark.parametrize("weights", [[1, 1, 1], [1], [1000, 1, 1, 1, 1, 1]])
def test_too_few_values_to_ask_about(daily_copy, weights):
    from memsim.causal.catalog import Catalog

    weigh(daily_copy / "priors" / "hobby.csv", weights)
    with pytest.raises(
        ScenarioError, match=r"attributes\.hobby\.uses: ask, with an effective support of [\d.]+; expected .*at least 4"
    ) as caught:
        Catalog(load_spec(daily_copy))
    assert caught.value.file == str(daily_copy / "scenario.yaml")


def test_too_few_instances_to_choose_from(daily_copy):
    from memsim.causal.catalog import Catalog

    replace(daily_copy / "scenario.yaml", "place: {count: 5", "place: {count: 3")
    with pytest.raises(ScenarioError, match=r"classes\.place\.count: 3; expected at least 4"):
        Catalog(load_spec(daily_copy))


@pytest.mark.parametrize(
    ("name", "hint"), [("dayly", "did you mean daily"), ("dail", "did you mean daily"), ("xyz", "known: daily"), ("", "known: ")]
)
def test_an_unknown_scenario(name, hint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=rf"unknown scenario '{name}'; {hint}"):
        load_spec(name)


def test_an_unknown_scenario_with_a_name_too_long_for_a_file():
    with pytest.raises(InputError, match="unknown scenario"):
        load_spec("x" * 300)


LOOSE = [
    Fault(
        "rule about an unknown attribute", YAML, "then: {attribute: age, at_least: 23}",
        "then: {attribute: agee, at_least: 23}", "rules", "agee", "",
    ),
    Fault("rule about an unknown class", YAML, "classes: [relative]", "classes: [relatives]", "rules", "relatives", ""),
    Fault(
        "rule about an attribute without numbers", YAML, "when: {attribute: education, at_least: 5}",
        "when: {attribute: hobby, at_least: 5}", "rules", "hobby", "",
    ),
    Fault(
        "pattern without its slot", YAML, '{en: "{n}", zh: "{n}岁"}', '{en: "old", zh: "{n}岁"}',
        "attributes.age.domain.pattern", "old", "",
    ),
    Fault("pattern without a part", YAML, '"{given_name} {surname}"', '"{surname}"', "attributes.name.domain.pattern", "{surname}", ""),
    Fault(
        "pattern with an attribute of a slot", YAML, '"{given_name} {surname}"',
        '"{given_name.x} {surname}"', "attributes.name.domain.pattern", "", "",
    ),
    Fault(
        "pattern with an item of a slot", YAML, '"{given_name} {surname}"', '"{given_name[0]} {surname}"',
        "attributes.name.domain.pattern", "", "",
    ),
    Fault("date that does not exist", YAML, "title: Daily life", "title: 2026-13-45", "YAML", "", "valid YAML"),
    Fault("number that is none", YAML, "title: Daily life", "title: !!int life", "YAML", "", "valid YAML"),
    Fault("key given twice", YAML, "title: Daily life", "title: Daily life\ntitle: Other life", "title", "", ""),
    Fault("repeated knowledge", "priors/occupation_duty.csv", "value,en,zh\n", "value,en,zh\nnurse,other,其他\n", "row", "nurse", "once"),
    Fault("empty knowledge", "priors/weekday.csv", "Wednesday,星期三", "Wednesday,", "row 4", "empty", ""),
    Fault("knowledge of a moment left out", "priors/weekday.csv", "3,Wednesday,星期三\n", "", "", "3", ""),
    phrase("conversion in a phrase", "{Subject} is {value!r}.", "{value!r}", ""),
    phrase("format in a phrase", "{Subject} is {value:>30}.", "{value:>30}", ""),
    Fault("carriage return in a prior", "priors/hobby.csv", "value,weight,en,zh\n", "value,weight,en,zh\nx,1,x\ry,某\n", "", "", ""),
]  # fmt: skip


@pytest.mark.parametrize("fault", LOOSE, ids=lambda fault: fault.name)
def test_a_subtler_fault(daily_copy, fault):
    replace(daily_copy / fault.file, fault.old, fault.new)
    with pytest.raises(ScenarioError) as caught:
        load(daily_copy)
    assert caught.value.file == str(daily_copy / fault.file)
    assert fault.key in caught.value.key
    assert fault.found in str(caught.value.found)


def test_a_file_of_noise_that_is_not_there_is_asked_of_the_command_that_makes_it(daily_copy):
    (daily_copy / "priors" / "noise.csv").unlink()
    with pytest.raises(ScenarioError, match=r"noise.csv: file: missing; expected what `memsim scenario balance` writes, once `noise` is"):
        load(daily_copy)


def test_noise_that_is_never_told_is_refused(daily_copy):
    path = daily_copy / "priors" / "noise.csv"
    path.write_text("".join([*path.read_text(encoding="utf-8").splitlines(keepends=True)[:5], "user,name,0\n"]), encoding="utf-8")
    with pytest.raises(ScenarioError, match="column 'weight': all 0; expected a weight above 0"):
        load(daily_copy)
