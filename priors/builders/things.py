"""Tables about things and places: who has which, and which opinions fit which. An opinion without a condition below fits all."""

from collections.abc import Mapping, Sequence

from builders.likely import likely
from builders.tables import Files, Header, Row, as_csv, must_agree, read_blocks, read_weights

# What each kind of thing is. P powered, M from the mains, B with a rechargeable battery, b with batteries to replace, I to be set up,
# E with controls to learn, O takes time to start, G runs a motor or a fan, H gets hot, V takes or shows pictures, J gives light, A heard,
# U an instrument to tune, a measures, W carried about, p put away after use, Z held in the hand, F of fabric, C worn or sat on, T holds things,
# w must not leak, X used outdoors, L metal, K for the kitchen, Y for what a family eats, S stands in a room, D to be put together, N mechanical,
# R could squeak.
ITEMS = """
CSDR: rocking_chair
CSDRN: office_chair
FCD: child_seat
FCSDR: sofa_bed
FWC: exercise_mat
FWT: handbag messenger_bag cat_carrier
FWTC: backpack
FWXC: sleeping_bag down_jacket
FWXwp: tent
KLEp: pasta_machine
KLYEp: pressure_cooker
KLYZ: frying_pan wok
KLZ: carving_knife
KWTw: lunch_box
KWw: water_filter_jug
KWwZ: thermos_flask
Kp: salad_spinner
LWNp: bike_pump
LWa: spirit_level
LZ: fountain_pen
PBAI: speaker
PBGIE: robot_sweeper
PBIV: video_doorbell
PBLGZp: cordless_screwdriver
PBWAC: headset
PBWGZ: electric_razor electric_toothbrush
PBWGZC: massage_gun
PBWIOEZ: e_reader
PBWVIOEA: laptop
PBWVIOECa: smartwatch
PBWVIOEZ: tablet_computer
PBWVOEZ: camera
PBWXJZ: torch
PBWZ: power_bank
PI: microphone
PMAE: turntable
PMFHC: electric_blanket
PMG: air_purifier desk_fan paper_shredder
PMGEp: vacuum_cleaner sewing_machine
PMGw: dehumidifier humidifier
PMHCwGp: foot_spa
PMHZp: glue_gun
PMHZwLp: clothes_iron
PMHZwp: garment_steamer
PMHwp: steam_mop
PMI: wifi_router
PMIOE: printer document_scanner
PMIOEG: game_console
PMJ: desk_lamp
PMKGZp: electric_whisk
PMKGp: coffee_grinder
PMKHp: egg_boiler
PMKYE: slow_cooker yoghurt_maker
PMKYGE: ice_cream_maker
PMKYGEp: smoothie_maker food_processor juicer
PMKYHE: rice_cooker induction_hob
PMKYHEOGw: espresso_machine
PMKYHEp: waffle_iron electric_griddle
PMKYHGE: air_fryer bread_maker microwave_oven
PMKYHGEw: soy_milk_maker
PMKYHp: toaster popcorn_maker
PMKYHw: kettle
PMLGZp: power_drill
PMSAE: digital_piano
PMSDGE: treadmill
PMSDJ: floor_lamp
PMSGHE: tumble_dryer
PMSGwE: washing_machine
PMSHG: space_heater
PMSVAIO: television_set
PMSYGwE: dishwasher
PMVOEIGp: projector
PMWGHZ: hair_dryer
PMWHZ: hair_straightener
PMXGEwp: pressure_washer
PMXLGEp: lawn_mower
PMXLGZp: hedge_trimmer
PVI: dashcam
PVIOEa: sat_nav
PWI: external_hard_drive
PWIE: graphics_tablet
PWVI: webcam
PXLNE: moped
PbAa: alarm_clock
PbI: smart_lock baby_monitor pet_feeder
PbWEZp: label_maker
PbWZ: pocket_calculator
PbWZA: pocket_radio
PbWZI: wireless_mouse
Pba: kitchen_scale bathroom_scale
SD: coat_stand
SDNRC: exercise_bike
SDT: bedside_table
SPDGN: standing_desk
SR: folding_table
Sw: fish_tank
WAU: acoustic_guitar mandolin
WAUZ: harmonica
WEp: telescope
WLpXN: tripod
WT: suitcase jewellery_box
WTL: toolbox
WTXw: cool_box
WX: snowboard
WXC: crash_helmet
WXZ: umbrella
WZ: tennis_racket basketball
XLNRC: bicycle
XLWp: camping_stove
ba: wall_clock
"""
# Opinions that need one of these letters, or none of them after a !.
ITEM_COMMENTS = """
!L: a_lovely_colour an_ugly_colour
K: easy_to_wipe_clean annoying_to_clean odour_free_even_with_heavy_use smelly_no_matter_what_i_do
OSL: hard_to_scratch badly_scratched
L: free_of_rust starting_to_rust
X: fit_for_any_weather useless_in_the_rain
F: as_bright_as_on_the_first_day badly_faded tough_at_the_seams coming_apart_at_the_seams
C: wonderfully_comfortable hopelessly_uncomfortable
W: light_enough_to_take_anywhere awkward_to_carry
Wp: easy_to_store awkward_to_put_away
Z: pleasant_to_the_touch slippery_to_hold
E: easy_even_for_beginners far_too_complicated_to_use quick_to_get_the_hang_of trickier_than_it_looks
EI: well_explained_in_its_manual let_down_by_its_instructions
I: simple_to_set_up impossible_to_set_up
PN: trouble_free_so_far forever_breaking a_doddle_to_get_repaired a_pain_to_get_repaired
O: quick_to_start_up slow_to_start_up
GHO: reliable_whenever_i_switch_it_on prone_to_cutting_out
M: cheap_to_run hungry_for_electricity fitted_with_a_good_long_cable fitted_with_too_short_a_cable
B: quick_to_charge picky_about_its_charger long_lasting_on_one_charge always_out_of_battery
b: sparing_with_its_batteries hungry_for_batteries
Y: a_real_help_in_the_kitchen a_nuisance_in_the_kitchen big_enough_for_a_whole_family too_small_for_a_whole_family
S: steady_as_a_rock terribly_wobbly a_perfect_fit_for_the_room far_too_big_for_the_room
D: quick_to_put_together a_nightmare_to_put_together
G: pleasantly_quiet horribly_noisy
R: free_of_squeaks prone_to_squeaking
A: a_treat_for_the_ears hard_on_the_ears
U: always_in_tune forever_out_of_tune
V: blessed_with_a_sharp_picture plagued_by_a_blurry_picture
J: bright_without_dazzling too_dim_to_be_of_any_use
H: quick_to_heat_up slow_to_heat_up
T: wonderfully_roomy far_too_cramped_inside
w: watertight_to_the_last_drop forever_leaking
a: always_spot_on hopelessly_inaccurate
"""
# F food and drink, R a shop, V by appointment, A something to do, C something to watch, L loud, D dark,
# I hot or cold as it should be, - none of these.
PLACES = """
-: lending_library phone_repair_shop cycle_repair_shop print_shop key_cutting_shop laundrette shoe_repair_shop
A: co_working_space fitness_centre tennis_club painting_studio yacht_club makerspace squash_club
AL: internet_cafe dance_studio martial_arts_school trampoline_hall indoor_go_kart_track
AI: indoor_pool ice_rink thermal_bath
AD: escape_room meditation_centre
ALD: amusement_arcade recording_studio rehearsal_room
ADI: sauna_club
CD: art_cinema puppet_theatre opera_house planetarium
CLD: jazz_club comedy_club
C: science_museum art_gallery
CI: butterfly_house
F: coffee_house noodle_bar tea_house dumpling_house hotpot_restaurant pizzeria sushi_bar curry_house burger_joint fish_and_chip_shop
F: steakhouse kebab_shop breakfast_diner ice_cream_parlour juice_bar bubble_tea_shop dessert_parlour vegetarian_restaurant
F: seafood_restaurant porridge_shop skewer_bar rice_noodle_shop pancake_house soup_bar cat_cafe
FD: wine_bar cocktail_bar
FLD: craft_beer_pub
FR: corner_bakery delicatessen
R: bookshop herbal_pharmacy organic_supermarket flower_shop second_hand_shop record_shop fruit_shop cheese_shop butchery vegetable_shop
R: wine_merchants tea_merchants spice_shop chocolate_shop sweet_shop stationery_shop toy_shop shoe_shop hat_shop fashion_boutique
R: jewellery_shop computer_shop hardware_shop paint_shop furniture_shop lighting_shop fabric_shop yarn_shop craft_supply_shop
R: art_supply_shop music_shop model_shop pet_shop garden_centre charity_shop perfume_shop
R: cosmetics_shop department_store honey_shop bedding_shop kitchenware_shop baby_shop
RI: fresh_fish_shop
RL: wholesale_market
RV: eyewear_shop
V: tailors_shop watch_repair_shop barber_shop nail_salon beauty_salon massage_studio tattoo_parlour dry_cleaners animal_clinic
V: dental_clinic physiotherapy_clinic acupuncture_clinic travel_agency language_school cooking_school dog_grooming_salon
VD: photo_studio
"""
PLACE_COMMENTS = """
!L: wonderfully_peaceful_inside unbearably_noisy
!D: bright_and_airy badly_lit
!I: just_the_right_temperature_inside freezing_inside
FRA: generous_with_discounts full_of_fake_discounts
F: generous_with_portions stingy_with_portions careful_about_ingredients slow_to_take_orders relaxed_about_how_long_you_stay
F: quick_to_show_people_the_door
R: well_stocked always_out_of_stock relaxed_about_returns strict_about_returns
V: quick_to_give_you_an_appointment booked_up_for_ages careful_with_every_customer always_running_late
A: fitted_out_with_new_equipment full_of_worn_out_equipment strong_on_safety careless_about_safety
C: blessed_with_comfy_seats full_of_hard_seats full_of_surprises thin_on_explanations
"""

# Things that one sex, or one stage of life, has a little more often.
LEAN = 1.4
OF_SEX = """
female: hair_dryer hair_straightener sewing_machine handbag jewellery_box garment_steamer yoghurt_maker foot_spa glue_gun mandolin
male: power_drill electric_razor game_console toolbox lawn_mower moped cordless_screwdriver spirit_level basketball turntable bike_pump
"""
OF_STAGE = """
starting: backpack game_console laptop graphics_tablet mandolin basketball lunch_box folding_table clothes_iron power_bank moped
early: child_seat baby_monitor tablet_computer air_fryer standing_desk wifi_router robot_sweeper cat_carrier camping_stove espresso_machine
settled: bread_maker lawn_mower dishwasher treadmill tumble_dryer power_drill label_maker digital_piano projector cool_box toolbox
seasoned: pocket_radio rocking_chair hedge_trimmer sewing_machine fountain_pen turntable foot_spa telescope wall_clock harmonica
"""


def letters_of(text: str) -> dict[str, str]:
    """Read lines of the form `letters: word word` as the letters of each word."""
    pairs = (line.split(": ") for line in text.strip().splitlines())
    return {word: letters for letters, words in pairs for word in words.split()}


def fits(kind: str, wanted: str) -> bool:
    """Say whether a thing of a kind meets the condition of an opinion."""
    if wanted.startswith("!"):
        return not set(kind) & set(wanted[1:])
    return not wanted or bool(set(kind) & set(wanted))


def build_comments(out: Files, what: str, kinds: Mapping[str, str], conditions: Mapping[str, str]) -> None:
    """Give each kind of thing the opinions that make sense of it, all as likely."""
    opinions = read_weights(f"{what}_comment.csv")
    must_agree(f"{what} types", kinds, read_weights(f"{what}_type.csv"))
    must_agree(f"{what} comments", conditions, set(conditions) & set(opinions))
    rows: list[Row] = []
    for thing in read_weights(f"{what}_type.csv"):
        fitting = {opinion: weight * fits(kinds[thing], conditions.get(opinion, "")) for opinion, weight in opinions.items()}
        rows += [(thing, *row) for row in likely(fitting)]
    header = Header(f"the opinions of {what}_comment.csv", f"weight = probability of the opinion given the {what}; no row = never")
    out[f"{what}_comment_by_{what}_type.csv"] = as_csv(header, f"{what}_type,value,weight", rows)


def build_owners(out: Files) -> None:
    """Let the sexes and the stages of life differ mildly in what they have."""
    items = read_weights("item_type.csv")
    of_sex, of_stage = read_blocks(OF_SEX), read_blocks(OF_STAGE)
    must_agree("sexes", of_sex, read_weights("sex.csv"))
    must_agree("stages", of_stage, read_weights("stage.csv"))
    for named in (*of_sex.values(), *of_stage.values()):
        must_agree("things of some people", named, set(named) & set(items))
    rows: list[Row] = []
    for sex, hers in of_sex.items():
        for stage, then in of_stage.items():
            weights = {item: weight * LEAN ** ((item in hers) + (item in then)) for item, weight in items.items()}
            rows += [(sex, stage, *row) for row in likely(weights)]
    header = Header(
        "things that employed adults have; rough shares", "weight = probability of the value given the user's sex and stage of life"
    )
    out["item_type_by_sex_stage.csv"] = as_csv(header, "sex,stage,value,weight", rows)


def build_things(out: Files) -> None:
    """Build the tables about things and places."""
    kinds: Sequence[tuple[str, str, str]] = (("item", ITEMS, ITEM_COMMENTS), ("place", PLACES, PLACE_COMMENTS))
    for what, things, conditions in kinds:
        build_comments(out, what, letters_of(things), letters_of(conditions))
    build_owners(out)
