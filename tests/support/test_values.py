"""Values read from text. Numbers in words are held against num2words, which writes them."""

from decimal import Decimal

import pytest
from num2words import num2words  # type: ignore[import-untyped]  # ships no types

from harness.support import check_support, values

NUMBERS = [*range(2, 130), 200, 305, 999, 1001, 1999, 2500, 12_345, 100_000, 3_200_000]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_numbers_in_words_are_read_as_they_are_written(language: str) -> None:
    noun = {"en": "files", "ru": "файлов"}[language]
    for number in NUMBERS:
        words = num2words(number, lang=language).replace(",", "")
        found = values(f"{words} {noun}", language)
        assert [value.low for value in found] == [number], words


@pytest.mark.parametrize("language", ["en", "ru"])
def test_ordinals_in_words_are_read_as_they_are_written(language: str) -> None:
    text = {"en": "the {} file", "ru": "{} файл"}[language]
    for number in range(1, 100):
        words = num2words(number, lang=language, to="ordinal")
        found = values(text.format(words), language)
        assert [value.kind for value in found] == ["ordinal"], words
        assert found[0].low == number, words


@pytest.mark.parametrize(
    ("text", "language", "amount"),
    [
        ("1,000 files", "en", "1000"),
        ("1,000.5 files", "en", "1000.5"),
        ("1 000 000 files", "en", "1000000"),
        ("1.000,5 файлов", "ru", "1000.5"),
        ("1,5 файла", "ru", "1.5"),
        ("5 тыс. файлов", "ru", "5000"),
        ("2.5 million files", "en", "2500000"),
        ("два с половиной часа", "ru", "2.5"),
    ],
)
def test_separators_and_scales(text: str, language: str, amount: str) -> None:
    assert [value.low for value in values(text, language)] == [Decimal(amount)]


@pytest.mark.parametrize(
    ("text", "low", "high", "unit"),
    [
        ("10-14 days", 10, 14, "day"),
        ("from 10 to 14 days", 10, 14, "day"),
        ("between 10 and 14 kg", 10, 14, "kilogram"),
        ("от 8 до 20 минут", 8, 20, "minute"),
        ("2–4 дня", 2, 4, "day"),
        ("$150", 150, 150, "dollar"),
        ("100Mb", 100, 100, "megabyte"),
        ("60 °C", 60, 60, "celsius"),
        ("полгода", 1, 1, "halfyear"),
        ("within a month", 1, 1, "month"),
    ],
)
def test_ranges_and_units(text: str, low: int, high: int, unit: str) -> None:
    (value,) = values(text)
    assert (int(value.low), int(value.high)) == (low, high)
    assert value.unit is not None
    assert value.unit.name == unit


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("on May 5, 2024", (2024, 5, 5, None)),
        ("on 5 May 2024", (2024, 5, 5, None)),
        ("2024-05-05", (2024, 5, 5, None)),
        ("5 мая 2024 года", (2024, 5, 5, None)),
        ("05.05.2024", (2024, 5, 5, None)),
        ("с 10 по 25 октября", (None, 10, 10, 25)),
        ("in 2021", (2021, None, None, None)),
        ("March 2024", (2024, 3, None, None)),
    ],
)
def test_dates(text: str, parts: tuple[int | None, ...]) -> None:
    (value,) = values(text)
    assert value.date is not None
    assert value.date.parts == parts


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("at least 3 days", "ge"),
        ("no more than 3 days", "le"),
        ("up to 3 days", "le"),
        ("more than 3 days", "gt"),
        ("under 3 days", "lt"),
        ("3 days or more", "ge"),
        ("no later than 3 days before", "ge"),
        ("by 3 May", "le"),
        ("не более 3 дней", "le"),
        ("не менее чем на 3 дня", "ge"),
        ("свыше 3 дней", "gt"),
        ("до 3 дней", "le"),
        ("от 3 дней", "ge"),
        ("не раньше чем через 3 дня", "ge"),
        ("не позднее чем за 3 дня", "ge"),
        ("may be cancelled up to 3 days before", "ge"),
        ("wait up to 3 days before", "le"),
        ("3 дня", "eq"),
    ],
)
def test_limits(text: str, limit: str) -> None:
    (value,) = values(text)
    assert value.limit == limit


@pytest.mark.parametrize(
    "code",
    ["--single-page", "YFM005", "conditionsInCode", ".yfm", "cache_ttl", "2.8.1", "HR-12b",
     "/health", "index.md"],
)  # fmt: skip
def test_codes_are_values(code: str) -> None:
    found = values(f"the setting {code} is read")
    assert [(value.kind, value.text) for value in found] == [("code", code.lower())]


def test_spans_point_into_the_text_as_it_was_given() -> None:
    text = "Ждите\u00a0не более тридцати\u00ad дней."
    (value,) = values(text)
    assert text[value.start : value.end] == "тридцати\u00ad дней"


@pytest.mark.parametrize("text", ["one of them", "no one", "один из них", "ни один"])
def test_one_as_a_pronoun_is_no_number(text: str) -> None:
    assert values(text) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("within thirty (30) days", "en"),
        ("within 30 (thirty) days", "en"),
        ("в течение 30 (тридцати) дней", "ru"),
    ],
)
def test_number_said_twice_is_one_value(text: str, language: str) -> None:
    (value,) = values(text, language)
    assert value.unit is not None
    assert (value.low, value.unit.name) == (Decimal(30), "day")


def test_other_number_in_brackets_is_another_value() -> None:
    assert [value.low for value in values("thirty (40) days", "en")] == [30, 40]


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("до шести вечера", 1080, 1080),
        ("в шесть часов вечера", 1080, 1080),
        ("в три часа дня", 900, 900),
        ("в час дня", 780, 780),
        ("в 11 часов ночи", 1380, 1380),
        ("в 2 часа ночи", 120, 120),
        ("в 18 часов", 1080, 1080),
        ("с 14 до 20 часов", 840, 1200),
        ("с 9.30 до 18.00", 570, 1080),
    ],
)
def test_spoken_times_of_day(text: str, low: int, high: int) -> None:
    value = values(text, "ru")[0]
    assert (value.dimension, int(value.low), int(value.high)) == ("clock", low, high)


@pytest.mark.parametrize(
    "text", ["за три дня", "от 14 до 20 часов", "до 18 часов", "с 9.30 до 18.00 рублей"]
)
def test_what_only_looks_like_a_time_of_day(text: str) -> None:
    assert all(value.dimension != "clock" for value in values(text, "ru"))


@pytest.mark.parametrize(
    ("text", "parts"),
    [("02.06", (None, 6, 2, None)), ("до 15.09", (None, 9, 15, None)), ("05.10 кг", None)],
)
def test_days_and_months_in_digits(text: str, parts: object) -> None:
    found = values(text, "ru")
    assert [value.date.parts if value.date else None for value in found] == [parts]


@pytest.mark.parametrize(
    ("text", "language", "low", "high", "unit"),
    [
        ("от 250 граммов до 30 килограммов", "ru", 250, 30_000, "gram"),
        ("from 10 minutes to 2 hours", "en", 10, 120, "minute"),
        ("с 20-го по 25-е число", "ru", 20, 25, None),
        ("Роль Санитар | Часы в неделю 40", "ru", 40, 40, "hour"),
        ("Груз Песок | Вес, кг 8", "ru", 8, 8, "kilogram"),
        ("Цена за сутки 300 | Этаж 2", "ru", 300, 300, None),
    ],
)
def test_ends_of_ranges_and_units_of_columns(
    text: str, language: str, low: int, high: int, unit: str | None
) -> None:
    value = next(v for v in values(text, language) if not v.weak)
    assert (int(value.low), int(value.high)) == (low, high)
    assert (value.unit.name if value.unit else None) == unit


@pytest.mark.parametrize(
    ("text", "minutes", "other"),
    [
        ("closes at six in the evening", 1080, None),
        ("opens at half past nine", 570, 1290),
        ("leaves at a quarter to six", 345, 1065),
        ("starts twenty minutes after nine", 560, 1280),
        ("at 6 o'clock", 360, 1080),
        ("в половине двенадцатого", 690, 1410),
        ("без пяти минут семь вечера", 1135, None),
    ],
)
def test_times_of_day_in_words(text: str, minutes: int, other: int | None) -> None:
    (value,) = values(text)
    assert (value.dimension, int(value.low)) == ("clock", minutes)
    assert value.other == (None if other is None else Decimal(other))


def test_spans_of_hours_share_their_half_of_the_day() -> None:
    found = [values(text)[0] for text in ("6 to 10 pm", "from 9 to 5 pm", "from 9 to 17:30")]
    assert [(int(value.low), int(value.high)) for value in found] == [
        (1080, 1320),
        (540, 1020),
        (540, 1050),
    ]


@pytest.mark.parametrize(
    "text",
    ["take two in the morning", "ten minutes after two doses", "в половине второго месяца",
     "без пяти документов"],
)  # fmt: skip
def test_numbers_that_are_no_times_of_day(text: str) -> None:
    assert all(value.dimension != "clock" for value in values(text))


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("a quarter of an hour", "0.25", "hour"),
        ("a third of an hour", "1200", "second"),
        ("a fifth of a second", "0.2", "second"),
        ("три четверти часа", "0.75", "hour"),
        ("треть года", "4", "month"),
        ("two out of five patients", "40", "percent"),
        ("две пятых участников", "40", "percent"),
        ("one third at the door", None, "percent"),
        ("one in four", "25", "percent"),
    ],
)
def test_parts_of_a_whole_and_of_a_unit(text: str, amount: str | None, unit: str) -> None:
    (value,) = values(text)
    assert value.unit is not None
    assert value.unit.name == unit
    assert amount is None or value.low == Decimal(amount)


@pytest.mark.parametrize(
    "text", ["one in two years", "from the third day", "a third reminder", "первый, пятый файл"]
)
def test_numbers_that_are_no_shares(text: str) -> None:
    assert all(value.dimension != "percent" for value in values(text))


@pytest.mark.parametrize(
    ("text", "low", "per", "every"),
    [
        ("once every 90 days", 1, "day", 90),
        ("every second year", 1, "year", 2),
        ("four times a year", 4, "year", 1),
        ("every quarter", 1, "quarter", 1),
        ("раз в четыре года", 1, "year", 4),
        ("каждые шесть лет", 1, "year", 6),
        ("дважды в год", 2, "year", 1),
        ("30 cents for each day", 30, "day", 1),
        ("25 евро за каждый килограмм", 25, "kilogram", 1),
        ("5 м/с", 5, "second", 1),
        ("0,3 кг корма в день", None, "day", 1),
        ("price per hour 20 euros", 20, "hour", 1),
        ("3 документа в день подачи", 3, "", 1),
        ("answer 40 questions in an hour", 40, "", 1),
    ],
)
def test_how_often_and_by_what(text: str, low: int | None, per: str, every: int) -> None:
    value = values(text)[0]
    assert (value.per, int(value.every)) == (per, every)
    assert low is None or value.low == low


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("не позднее чем за 7 дней до начала", "ge"),
        ("не ранее чем за 7 дней до начала", "le"),
        ("за 7 дней или раньше", "ge"),
        ("не позже чем через 7 дней", "le"),
        ("не раньше чем через 7 дней", "ge"),
    ],
)
def test_days_counted_back_from_an_event(text: str, limit: str) -> None:
    assert [value.limit for value in values(text, "ru")] == [limit]


@pytest.mark.parametrize(
    ("text", "amount", "unit"),
    [
        ("час пятнадцать", "75", "minute"),
        ("1 час 30 минут", "90", "minute"),
        ("two years and 6 months", "30", "month"),
        ("five euros and thirty cents", "5.3", "euro"),
        ("5 руб. 50 коп.", "5.5", "rouble"),
    ],
)
def test_amounts_in_two_units_are_one(text: str, amount: str, unit: str) -> None:
    (value,) = values(text)
    assert value.unit is not None
    assert (value.low, value.unit.name) == (Decimal(amount), unit)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("at most 6 persons or 450 kg", ["le", "le"]),
        ("at most 6 persons, and it weighs 450 kg", ["le", "eq"]),
    ],
)
def test_a_bound_goes_on_behind_or(text: str, limits: list[str]) -> None:
    assert [value.limit for value in values(text)] == limits


@pytest.mark.parametrize("text", ["level two", "tent no. 3", "step 4", "этаж 2"])
def test_numbers_behind_what_they_name_are_ordinals(text: str) -> None:
    assert [value.kind for value in values(text)] == ["ordinal"]


@pytest.mark.parametrize(
    "text", ["in room 5 chairs are left", "levels 2", "bus 14 costs 5 euros, a seat 5 days"]
)
def test_numbers_that_keep_their_own_sense(text: str) -> None:
    assert values(text)[-1].kind in ("count", "amount")


@pytest.mark.parametrize(
    ("claim", "evidence", "language"),
    [
        (
            "The report is filed twice a year.",
            "The report is filed once a year; reviewed twice.",
            "en",
        ),
        (
            "The fee is 12 euros a month.",
            "The fee is 12 euros and is checked twice a month.",
            "en",
        ),
        (
            "Отчёт сдаётся два раза в год.",
            "Отчёт сдаётся один раз в год; проверяется два раза.",
            "ru",
        ),
    ],
)
def test_a_period_that_another_value_is_counted_by_is_not_borrowed(
    claim: str, evidence: str, language: str
) -> None:
    assert check_support(claim, evidence, language).verdict != "supported"
