"""Tables about events: how large and how long each kind is, who goes to which, what happens there."""

from builders.likely import likely
from builders.tables import Files, Header, Row, as_csv, must_agree, read_blocks, read_rows, read_weights

# Event types with the fewest and most people, the shortest and longest duration, and the groups that decide what can happen there.
EVENTS = """
workshop 8 60 2h 2d talk learn
board_meeting 5 20 1h 4h decide
trade_fair 80 500 5h 5d show
product_launch 50 300 1h 4h show
training_course 8 40 3h 7d learn
client_presentation 4 25 30m 2h deal
hackathon 20 150 5h 3d play
press_conference 15 120 30m 2h show
safety_briefing 10 100 30m 2h learn check
strategy_retreat 8 40 5h 4d talk decide
site_inspection 5 20 1h 1d check
contract_signing 6 50 30m 2h deal
career_fair 60 300 3h 3d show
budget_review 4 20 1h 4h decide
panel_discussion 20 150 1h 3h talk
awards_ceremony 40 300 1h 4h feast
all_hands_meeting 40 400 45m 3h feast staff
public_open_day 60 400 3h 1d show
industry_summit 80 500 5h 4d talk show
networking_reception 20 120 1h 4h talk feast
quality_audit 8 25 2h 5d check decide
team_away_day 8 60 4h 1d play
project_kick_off 5 35 1h 4h decide deal
supplier_convention 40 250 3h 3d deal show
leadership_seminar 10 50 3h 4d talk learn
skills_competition 20 150 3h 2d play
anniversary_reception 40 250 90m 4h feast
induction_course 8 35 2h 5d learn staff
charity_concert 40 400 1h 4h stage
picnic 4 30 90m 5h out
film_screening 10 150 90m 3h film
costume_party 15 120 2h 5h stage home
camping_trip 4 30 1d 5d out
engagement_party 15 100 2h 6h home
flea_market 40 400 3h 2d fair
charity_run 40 500 1h 4h sport
river_clean_up 10 100 90m 5h good
folk_festival 80 500 5h 5d stage fair
open_mic_session 10 80 90m 4h stage
class_reunion 12 100 2h 1d home
mountain_outing 4 25 5h 3d out
barbecue 5 40 2h 6h out
garden_party 10 80 2h 6h home
housewarming 6 40 2h 5h home
surprise_party 8 60 2h 5h home
neighbourhood_party 30 250 3h 1d fair
beach_outing 4 35 3h 2d water out
village_fete 50 400 4h 3d fair
charity_gala 50 300 2h 5h stage
family_reunion 10 70 3h 3d home
boat_outing 6 80 90m 6h water
talent_show 30 250 90m 4h stage
book_swap 8 80 90m 5h words
bonfire_party 10 120 2h 5h out
fun_sports_day 20 200 3h 1d sport
craft_market 30 250 3h 3d fair
potluck_meal 6 50 90m 4h home
baby_welcome_party 6 40 90m 4h home
"""
# What can be the main part of events of one class: in the groups named before it, or in all of them.
WORK_CONTENTS = """
: question_and_answer_session round_of_short_speeches look_back_at_the_results_so_far tour_of_the_premises
: introduction_to_the_new_management short_film_about_the_firms_history swapping_of_practical_tips plan_for_the_year_ahead
: talk_by_an_outside_expert thank_you_to_the_people_involved
talk learn check decide deal show staff play: report_on_customer_feedback explanation_of_the_new_rules
talk learn: small_group_discussions case_studies_from_abroad
talk: debate_about_remote_working
talk show: guest_lecture_on_artificial_intelligence
talk show deal: forecast_for_the_market
talk show deal feast: interview_with_the_founder
talk learn check: talk_on_saving_energy
talk learn staff: lecture_on_data_protection
talk decide: brainstorming_round
learn: practical_exercises_in_pairs mock_negotiation
learn staff check: lesson_in_first_aid
learn staff play: stress_management_exercise
learn check show play: trial_of_new_equipment
check staff: emergency_drill
check decide: look_at_possible_risks plan_for_producing_less_waste
check: check_of_the_machines stocktaking
check decide deal: comparison_of_costs
decide: choice_of_a_new_supplier vote_on_the_next_steps
decide deal: outlook_for_the_next_quarter division_of_duties timetable_for_the_coming_months
show deal play: live_software_demonstration
show deal feast staff: unveiling_of_a_new_logo
show deal feast: group_photo_and_a_toast
show feast staff play: draw_for_travel_vouchers
show: handing_out_of_free_samples quiz_for_visitors
feast: video_greeting_from_the_branches appeal_for_donations dinner_at_round_tables
feast staff: tribute_to_long_serving_staff
feast staff play: sketch_put_on_by_staff
feast play: band_made_up_of_staff
staff play: team_quiz
staff: staff_survey outline_of_the_new_pension_scheme
play: contest_between_teams puzzle_against_the_clock showing_of_the_best_entries
"""
LEISURE_CONTENTS = """
: live_acoustic_music prize_draw shared_buffet tasting_of_local_snacks guessing_competition sing_along snapshot_contest
: few_words_from_everyone big_group_photo swapping_of_funny_stories
film stage fair words home water: violin_performance
film: documentary_about_mountaineers silent_film_classic short_films_by_students talk_with_the_film_makers look_at_the_best_scenes
film: look_behind_the_scenes dubbing_contest full_length_cartoon
film stage: performance_of_film_music
film home: slide_show_of_travel_photos
stage fair home: magic_show
stage fair: juggling_act acrobatics_display drum_performance lion_dance
stage fair film: shadow_play
stage: stand_up_comedy_set opera_excerpts
stage words: poetry_reading
stage words good: charity_auction
fair words good: cake_sale_for_charity
fair words: plant_swap clothes_swap
fair: sugar_painting ring_toss
fair home words: craft_session
words: reading_from_a_novel quiz_on_famous_novels meeting_with_an_author story_hour_for_children
home water: round_of_charades toast_to_absent_friends ballroom_dancing
home out: cooking_contest
home: dumpling_making looking_through_old_albums unwrapping_of_gifts
water: look_at_the_sights_on_the_shore feeding_of_the_seagulls angling_contest lunch_on_deck lesson_in_tying_knots
water out: talk_about_wildlife
out sport: treasure_hunt tug_of_war
out good: nature_walk
sport out: relay_race sack_race
sport: three_legged_race skipping_contest warm_up_exercises_to_music
sport good: handing_out_of_medals
out: water_balloon_fight storytelling_round_the_fire watching_the_sun_go_down
good sport: speech_by_the_mayor pledge_to_protect_nature
good: collecting_of_old_batteries planting_of_young_trees sorting_of_rubbish handing_out_of_leaflets
"""
# Work events that a sector holds more often than others do, and those it never holds.
OFTEN = """
health: site_inspection quality_audit safety_briefing public_open_day training_course
education: public_open_day workshop awards_ceremony panel_discussion induction_course
finance: budget_review board_meeting client_presentation quality_audit contract_signing
technology: hackathon product_launch client_presentation project_kick_off trade_fair
construction: site_inspection safety_briefing contract_signing project_kick_off skills_competition
food: trade_fair skills_competition supplier_convention site_inspection product_launch
transport: safety_briefing supplier_convention quality_audit site_inspection training_course
culture: press_conference panel_discussion awards_ceremony networking_reception public_open_day
"""
NEVER = """
health: hackathon
education: product_launch trade_fair supplier_convention contract_signing
finance: supplier_convention site_inspection skills_competition
construction: hackathon
food: hackathon
transport: hackathon
culture: hackathon supplier_convention
"""
# Leisure events that people of a stage of life go to more often than others do.
STAGES = """
starting: costume_party open_mic_session camping_trip film_screening beach_outing surprise_party book_swap
early: engagement_party housewarming baby_welcome_party barbecue mountain_outing fun_sports_day picnic
settled: charity_run neighbourhood_party class_reunion flea_market craft_market bonfire_party talent_show
seasoned: folk_festival village_fete garden_party charity_gala family_reunion boat_outing charity_concert
"""
LEAN = 2.0


def read_class(klass: str) -> dict[str, float]:
    """Read the weights that event types have in a class of events."""
    return {row["value"]: float(row[klass]) for row in read_rows("event_type.csv")}


def read_events() -> dict[str, list[str]]:
    """Read the choices about each event type."""
    events = {name: bounds for name, *bounds in map(str.split, EVENTS.strip().splitlines())}
    must_agree("event types", events, read_weights("event_type.csv"))
    return events


def build_measures(out: Files) -> None:
    """Spread each event type evenly over its range, a little lower at both ends."""
    for attribute, first in (("scale", 0), ("duration", 2)):
        values = list(read_weights(f"{attribute}.csv"))
        rows: list[Row] = []
        for event, bounds in read_events().items():
            ends = values.index(bounds[first]), values.index(bounds[first + 1])
            inside = range(ends[0], ends[1] + 1)
            rows += [(event, *row) for row in likely({values[i]: 4 - (i in ends) for i in inside})]
        header = Header("the events of event_type.csv", "weight = probability of the value given event type; no row = never")
        out[f"{attribute}_by_event_type.csv"] = as_csv(header, "event_type,value,weight", rows)


def read_contents() -> dict[str, list[tuple[set[str], str]]]:
    """Read, by class of event, what can happen there, each with the groups of events where it can (none: everywhere)."""
    found: dict[str, list[tuple[set[str], str]]] = {}
    for klass, text in (("work", WORK_CONTENTS), ("leisure", LEISURE_CONTENTS)):
        lines = [line.split(":") for line in text.strip().splitlines()]
        found[klass] = [(set(groups.split()), content) for groups, contents in lines for content in contents.split()]
    must_agree("event contents", [content for pairs in found.values() for _, content in pairs], read_weights("event_content.csv"))
    return found


def build_contents(out: Files) -> None:
    """Give each event type the contents of its class that fit one of its groups or all events, all as likely."""
    contents, at_work = read_contents(), read_class("work")
    rows: list[Row] = []
    for event, choices in read_events().items():
        groups = set(choices[4:])
        pairs = contents["work" if at_work[event] else "leisure"]
        rows += [(event, *row) for row in likely({content: not wanted or bool(wanted & groups) for wanted, content in pairs})]
    header = Header("the contents of event_content.csv", "weight = probability of the value given event type; no row = never")
    out["event_content_by_event_type.csv"] = as_csv(header, "event_type,value,weight", rows)


def build_goers(out: Files) -> None:
    """Let work events differ by the user's sector, and leisure events by stage of life."""
    sectors, stages = (list(read_weights(f"{name}.csv")) for name in ("sector", "stage"))
    often, never, of_stage = read_blocks(OFTEN), read_blocks(NEVER), read_blocks(STAGES)
    must_agree("sectors", often, sectors)
    must_agree("sectors", never, set(never) & set(sectors))
    must_agree("stages", of_stage, stages)
    work, leisure = read_class("work"), read_class("leisure")
    for named in (*often.values(), *never.values(), *of_stage.values()):
        must_agree("events of some people", set(named) - set(work), ())
    rows: list[Row] = []
    for sector in sectors:
        rows += [
            (sector, *row)
            for row in likely({e: w * LEAN ** (e in often[sector]) * (e not in never.get(sector, [])) for e, w in work.items()})
        ]
    header = Header("events at work; rough shares", "weight = probability of the value given the user's sector; no row = never")
    out["event_type_by_sector.csv"] = as_csv(header, "sector,value,weight", rows)
    rows = [(stage, *row) for stage in stages for row in likely({e: w * LEAN ** (e in of_stage[stage]) for e, w in leisure.items()})]
    header = Header("events outside work; rough shares", "weight = probability of the value given the user's stage of life; no row = never")
    out["leisure_event_type_by_stage.csv"] = as_csv(header, "stage,value,weight", rows)


def build_events(out: Files) -> None:
    """Build the tables about events."""
    build_measures(out)
    build_contents(out)
    build_goers(out)
