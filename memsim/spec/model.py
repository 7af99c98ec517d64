"""The shape of ``scenario.yaml`` as pydantic models; unknown keys are refused."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

#: A CSV beside the others: no path leads out of the folder of priors.
CsvName = Annotated[str, Field(pattern=r"^[\w-][\w.-]*\.csv$")]
Use = Literal["ask", "bridge", "compare", "order", "closest", "sum", "mean", "range", "amount"]
Ordered = Literal["above", "at_least", "below", "at_most", "equal", "between"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Topic(_Strict):
    """What a trajectory is about; `role` and `name` are the attributes that word a subject."""

    name: str
    role: str | None = None


class EntityClass(_Strict):
    """A class of entities: how many instances a user has, and the topic they belong to.

    Attributes:
        own: The user itself, whose facts are told in the first person.
    """

    count: int = Field(ge=1, le=64)
    topic: str | None = None
    weekdays: bool = False
    own: bool = False


class FileDomain(_Strict):
    """Values listed in a CSV with their weights and surfaces."""

    kind: Literal["file"]
    file: CsvName


class IntegersDomain(_Strict):
    """Whole numbers low..high, worded by a pattern with the slot `{n}`."""

    kind: Literal["integers"]
    low: int = Field(ge=-1_000_000, le=1_000_000)
    high: int = Field(ge=-1_000_000, le=1_000_000)
    pattern: dict[str, str]


class DaysDomain(_Strict):
    """The 365 days of a year without 29 February."""

    kind: Literal["days"]


class ProductDomain(_Strict):
    """A text made of other attributes' surfaces, e.g. a full name."""

    kind: Literal["product"]
    parts: list[str] = Field(min_length=1)
    pattern: dict[str, str]


class MomentDomain(_Strict):
    """A moment: days after the message that tells it, and a time of the day."""

    kind: Literal["moment"]
    parts: list[str] = Field(min_length=2, max_length=2)


class DigitsDomain(_Strict):
    """Identifiers of a fixed number of digits."""

    kind: Literal["digits"]
    length: int = Field(ge=4, le=18)


class EntityDomain(_Strict):
    """Another entity of the same world, worded by its name: who comes along to an event.

    Attributes:
        classes: By class of the holder, the class of the entity referred to.
        name: The attribute that names the entities referred to.
    """

    kind: Literal["entity"]
    classes: dict[str, str] = Field(min_length=1)
    name: str


DomainSpec = Annotated[
    FileDomain | IntegersDomain | DaysDomain | ProductDomain | MomentDomain | DigitsDomain | EntityDomain, Field(discriminator="kind")
]


class Attribute(_Strict):
    """What a value is and how questions may use it.

    Attributes:
        forms: How messages may say it, a name in ``memsim.text.forms``.
        uses: How: its value is an answer (`ask`), identifies an entity (`bridge`), an extreme of it or the closest to a threshold picks one (`compare`,
            `closest`), an order, a sum, a mean, a range over several or an amount between two is asked.
        alike: Prefer holders that agree on this attribute.
        predicates: What a count asks of the number, at one of the thresholds.
        members: What a count asks of the value: properties of `knowledge`.
        knowledge: What the scenario knows of each value, by property.
        transforms: Computed ψ.
        group: Attributes of one entity with the same group rival each other: a passport's number and a bank card's.
    """

    topic: str
    domain: DomainSpec
    unit: str | None = None
    forms: str | None = None
    latent: bool = False
    uses: list[Use] = []
    alike: str | None = None
    predicates: list[Ordered] = []
    members: list[str] = []
    thresholds: list[int | str] = []
    knowledge: dict[str, CsvName] = {}
    transforms: list[str] = []
    group: str | None = None

    @property
    def told(self) -> bool:
        """Whether messages state it."""
        return bool(self.uses or self.predicates or self.members or self.transforms)


class _Cpd(_Strict):
    parents: list[str] = []


class _Weighted(_Cpd):
    """Without a file, a column of the domain's own weights."""

    file: CsvName | None = None
    weights: str = "weight"


class TableNode(_Weighted):
    """Weights, optionally given parents; without a file the domain's own weights."""

    cpd: Literal["table"]


class ImplicitNode(_Weighted):
    """What a language model says of the parents' values; until it is asked, a table, which may do without a file whatever its parents.

    Attributes:
        prompt: By language, a text with the slot `{parent}` for how each parent's value reads.
        vocabulary: `closed`: only the domain's values count; `open`: what else the model says is added to them.
        draws: How many values are asked for, for each combination of the parents' values.
        smoothing: The share of each row that does not come from the draws for it; half of it is the table's, half that of all draws of the node.
    """

    cpd: Literal["llm"]
    prompt: dict[str, str]
    vocabulary: Literal["closed", "open"] = "closed"
    draws: int = Field(default=10, ge=1, le=100)
    smoothing: float = Field(default=0.5, ge=0, lt=1)


class NormalNode(_Cpd):
    """A normal distribution truncated to the domain's grid; the file gives mean and sd a parent row."""

    cpd: Literal["normal"]
    file: CsvName


class IntegerNode(_Cpd):
    """Uniform over the domain."""

    cpd: Literal["integer"]


class OffsetNode(_Cpd):
    """The first parent plus an offset drawn from the file's table given the other parents."""

    cpd: Literal["offset"]
    file: CsvName


class CopyNode(_Cpd):
    """The parent's value with probability p, else a draw from the domain's weights."""

    cpd: Literal["copy"]
    p: float = Field(ge=0, le=1)


class NearNode(_Cpd):
    """The parent's value with probability p; else with probability q a draw from the domain's weights within the parent's group; else one from all of them.

    `group` is a property that the attribute's knowledge gives: values with the same result are one group.
    """

    cpd: Literal["near"]
    p: float = Field(ge=0, le=1)
    q: float = Field(ge=0, le=1)
    group: str


class DistinctNode(_Weighted):
    """Weighted draws without replacement over the instances of the class; given parents of the user, by the rows of a file."""

    cpd: Literal["distinct"]


class DerivedNode(_Cpd):
    """A named pure function of the parents."""

    cpd: Literal["derived"]
    function: Literal["product", "band"]
    cuts: list[float] = []


class SequenceNode(_Cpd):
    """Identifiers: a prefix, random digits, a checksum."""

    cpd: Literal["sequence"]
    prefix: str = Field(pattern=r"^\d+$")
    checksum: Literal["luhn"]


NodeSpec = Annotated[
    TableNode | NormalNode | IntegerNode | OffsetNode | CopyNode | NearNode | DistinctNode | DerivedNode | SequenceNode | ImplicitNode,
    Field(discriminator="cpd"),
]


class Reference(_Strict):
    """The number of another attribute of the entity, or of `user.<attribute>`, plus an offset in its unit."""

    attribute: str
    plus: float = 0


class Bound(_Strict):
    """A condition on an attribute of the entity, or on `user.<attribute>`: limits of its number, keys of its value; all that are given hold."""

    attribute: str
    at_least: float | Reference | None = None
    at_most: float | Reference | None = None
    one_of: list[str] | None = Field(default=None, min_length=1)
    none_of: list[str] | None = Field(default=None, min_length=1)


def _listed(value: object) -> object:
    return value if isinstance(value, list) else [value]


class Rule(_Strict):
    """In every entity of the classes: where all of `when` holds (one bound or a list; none holds always), `then` holds."""

    name: str
    classes: list[str] = Field(min_length=1)
    when: Annotated[list[Bound], BeforeValidator(_listed)] = []
    then: Bound


class ScenarioFile(_Strict):
    """The whole of ``scenario.yaml``."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_-]*$")
    version: str
    title: str
    languages: list[str] = Field(min_length=1)
    topics: dict[str, Topic]
    classes: dict[str, EntityClass]
    attributes: dict[str, Attribute]
    nodes: dict[str, dict[str, NodeSpec]]
    rules: list[Rule] = []
    noise: CsvName | None = None
