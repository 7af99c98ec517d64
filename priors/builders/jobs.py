"""Occupations by education, sex and sector: what they need, who does them."""

from collections.abc import Collection, Iterator, Mapping

from builders.tables import Files, Header, Row, as_csv, must_agree, read_weights, shares

# The occupations of each sector: key, the lowest and highest education (1 to 5) of those who hold it, and of a hundred of them how many are women.
# These shares follow what labour statistics of rich countries broadly agree on; they are rounded guesses, not anybody's figures.
JOBS = """
health: caregiver 12 87; massage_therapist 12 62; paramedic 13 36; ambulance_dispatcher 12 60; phlebotomist 12 80; nurse 24 87
health: midwife 24 96; pharmacist 25 62; optician 23 56; radiographer 23 66; dental_hygienist 23 92; laboratory_technician 23 68
health: prosthetist 23 36; acupuncturist 25 52; physiotherapist 34 68; speech_therapist 34 92; dentist 35 52; surgeon 45 28
health: psychologist 45 70; veterinarian 45 62; anaesthetist 45 42; dermatologist 45 54; paediatrician 45 66; epidemiologist 45 58
education: childminder 12 94; driving_instructor 13 26; sports_coach 13 30; exam_invigilator 12 62; school_caretaker 12 20
education: after_school_carer 12 88; dance_teacher 13 80; kindergarten_teacher 23 95; primary_school_teacher 24 80; piano_teacher 24 72
education: language_tutor 24 70; admissions_officer 24 66; librarian 25 78; sign_language_teacher 25 82; special_needs_teacher 34 84
education: maths_teacher 34 50; chemistry_teacher 34 52; history_teacher 34 50; school_counsellor 35 75; headteacher 35 60
education: curriculum_designer 35 68; lecturer 45 45; education_researcher 45 60; philosophy_professor 45 34
finance: bank_teller 13 74; insurance_agent 13 48; bookkeeper 12 85; debt_collector 12 40; payroll_clerk 12 80; pawnbroker 12 30
finance: armoured_van_guard 12 10; cashier 12 74; claims_adjuster 13 52; accountant 24 58; loan_officer 24 50; stockbroker 24 20
finance: financial_planner 24 40; fraud_investigator 24 42; pension_adviser 24 50; tax_adviser 34 52; currency_trader 34 18; auditor 35 50
finance: fund_manager 35 22; credit_analyst 35 46; actuary 35 38; economist 45 34; statistician 45 44; risk_modeller 45 32
technology: computer_technician 13 14; call_centre_operator 13 66; data_clerk 12 72; phone_repairer 12 12; antenna_fitter 12 5
technology: help_desk_agent 12 42; content_moderator 12 48; network_technician 13 12; app_tester 13 46; drone_operator 13 12
technology: web_designer 24 50; game_developer 24 22; database_administrator 24 24; technical_writer 24 58; software_engineer 25 20
technology: data_analyst 35 40; user_researcher 35 64; penetration_tester 35 14; roboticist 45 16; chip_designer 45 18
technology: machine_learning_scientist 45 22; cryptographer 45 20; satellite_engineer 45 18; bioinformatician 45 42
construction: bricklayer 12 3; electrician 13 4; plumber 12 4; carpenter 12 4; roofer 12 3; house_painter 12 10; tiler 12 5; welder 12 6
construction: crane_operator 12 4; scaffolder 12 3; site_foreman 13 6; lift_mechanic 13 4; surveyor 24 18; landscape_designer 24 50
construction: interior_designer 24 74; building_inspector 24 16; cost_estimator 34 26; architect 35 36; structural_engineer 35 18
construction: town_planner 35 46; geologist 45 30; bridge_engineer 45 16; acoustics_consultant 45 26; heritage_conservator 45 56
food: waiter 12 62; canteen_cook 12 66; barista 12 60; bartender 12 50; butcher 12 12; fishmonger 12 22; greengrocer 12 45
food: kitchen_porter 12 36; chef 13 26; baker 13 46; confectioner 13 62; cheesemaker 13 36; caterer 13 60; tea_blender 23 45
food: sommelier 24 30; food_inspector 24 52; brewer 25 20; dietitian 25 88; restaurant_critic 34 42; recipe_editor 34 78
food: food_scientist 35 54; agronomist 45 30; flavour_chemist 45 48; food_microbiologist 45 58
transport: bus_driver 12 18; courier 12 10; lorry_driver 12 5; taxi_driver 12 8; deckhand 12 5; dock_worker 12 5; car_mechanic 12 4
transport: warehouse_clerk 12 36; train_driver 13 7; train_conductor 13 40; flight_attendant 13 76; pilot 24 7; ship_captain 24 4
transport: aircraft_mechanic 24 7; travel_agent 24 74; customs_officer 24 38; logistics_planner 25 42; shipping_broker 34 22
transport: air_traffic_controller 35 26; traffic_engineer 35 22; railway_engineer 35 15; shipbuilding_engineer 45 12
transport: aerospace_engineer 45 14; oceanographer 45 44
culture: stagehand 12 20; florist 12 86; tattoo_artist 12 40; makeup_artist 12 92; bookbinder 12 46; ballet_dancer 13 68
culture: stage_actor 13 48; tour_guide 13 60; sound_engineer 13 12; piano_tuner 13 12; journalist 24 50; film_editor 24 30
culture: cartoonist 24 32; costume_designer 24 82; opera_singer 24 54; art_restorer 25 64; novelist 25 58; sculptor 25 38
culture: museum_curator 35 64; translator 35 66; interpreter 35 70; archaeologist 45 48; art_historian 45 60; composer 45 22
"""


def read_jobs() -> Iterator[tuple[str, str, tuple[int, int], float]]:
    """Give sector, key, lowest and highest education, and share of women of each occupation."""
    for line in JOBS.strip().splitlines():
        sector, _, jobs = line.partition(": ")
        for job in jobs.split("; "):
            key, span, women = job.split()
            yield sector, key, (int(span[0]), int(span[1])), int(women) / 100


def build(out: Files) -> None:
    popularity, levels, sectors = read_weights("occupation.csv"), list(read_weights("education.csv")), list(read_weights("sector.csv"))
    jobs = {key: (sector, levels[low - 1 : high], women) for sector, key, (low, high), women in read_jobs()}
    must_agree("occupations", jobs, popularity)
    must_agree("sectors", sectors, (sector for sector, _, _ in jobs.values()))

    def jobs_of(level: str, among: Collection[str], factor: Mapping[str, float] | None = None) -> list[tuple[str, str]]:
        fits = [
            weight * (level in jobs[job][1] and jobs[job][0] in among) * (factor or {}).get(job, 1) for job, weight in popularity.items()
        ]
        return list(zip(popularity, shares(fits), strict=True))

    unit = "weight = probability of the value given"
    rows: list[Row] = [(level, sector, *row) for level in levels for sector in sectors for row in jobs_of(level, [sector])]
    header = Header("employed adults", f"{unit} education and sector")
    out["occupation_by_education_sector.csv"] = as_csv(header, "education,sector,value,weight", rows)
    rows = [(job, sector, int(jobs[job][0] == sector)) for job in popularity for sector in sectors]
    out["sector_by_occupation.csv"] = as_csv(Header("employed adults", f"{unit} occupation"), "occupation,value,weight", rows)
    share = {"female": {job: women for job, (_, _, women) in jobs.items()}, "male": {job: 1 - women for job, (_, _, women) in jobs.items()}}
    rows = [(level, sex, *row) for level in levels for sex in read_weights("sex.csv") for row in jobs_of(level, sectors, share[sex])]
    header = Header(
        "employed adults; shares of women in each job authored, rough, after what labour statistics broadly say",
        f"{unit} education and sex",
    )
    out["occupation_by_education_sex.csv"] = as_csv(header, "education,sex,value,weight", rows)
