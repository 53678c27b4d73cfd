"""Units of measure: what dimension they belong to and how large they are.

A factor is a pair (least, greatest), because some units are not exact: a month is 28 to 31
days, a megabyte 1000 or 1024 kilobytes. Two amounts are equal only where both factors are
exact; they contradict each other only where the spans do not meet.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from harness.support.morphology import form


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit of measure."""

    name: str
    dimension: str
    least: Decimal
    """Size in the dimension's base unit, the least it can mean."""
    greatest: Decimal


# name | dimension | factor or least..greatest | spellings and lemmas, English and Russian
_TABLE = """
millisecond | time | 0.001 | ms millisecond миллисекунда мс
second | time | 1 | s sec second секунда сек
minute | time | 60 | min minute минута мин минутный
hour | time | 3600 | h hr hour час часы ч часовой
day | time | 86400 | d day сутки день дневный дневной суточный
week | time | 604800 | week неделя нед недельный wk
fortnight | time | 1209600 | fortnight
month | time | 2419200..2678400 | month месяц мес месячный mo
quarter | time | 7776000..7948800 | квартал
halfyear | time | 15638400..15897600 | полгода полугодие
year | time | 31536000..31622400 | year yr год лет летний годовой годичный
halfhour | time | 1800 | полчаса
halfminute | time | 30 | полминуты
workday | worktime | 1 | workday
bit | bits | 1 | bit бит
kilobit | bits | 1000..1024 | kbit kbps кбит килобит
megabit | bits | 1000000..1048576 | mbit mbps мбит мегабит
gigabit | bits | 1000000000..1073741824 | gbit gbps гбит гигабит
byte | size | 1 | byte байт
kilobyte | size | 1000..1024 | kb kib kilobyte кб кбайт килобайт
megabyte | size | 1000000..1048576 | mb mib megabyte мб мбайт мегабайт
gigabyte | size | 1000000000..1073741824 | gb gib gigabyte гб гбайт гигабайт
terabyte | size | 1000000000000..1099511627776 | tb tib terabyte тб тбайт терабайт
milligram | mass | 0.000001 | mg milligram milligramme мг миллиграмм
gram | mass | 0.001 | g gram gramme г гр грамм
kilogram | mass | 1 | kg kilo kilogram kilogramme кг килограмм кило
tonne | mass | 1000 | tonne т тонна
pound | mass | 0.45359237 | lb lbs фунт
ounce | mass | 0.028349523125 | oz ounce унция
millimetre | length | 0.001 | mm millimetre millimeter мм миллиметр
centimetre | length | 0.01 | cm centimetre centimeter см сантиметр
metre | length | 1 | m metre meter м метр метровый
kilometre | length | 1000 | km kilometre kilometer км километр
inch | length | 0.0254 | inch дюйм
foot | length | 0.3048 | ft foot feet фут
mile | length | 1609.344 | mi mile миля
pixel | pixels | 1 | px pixel пиксель пиксел пкс
millilitre | volume | 0.001 | ml millilitre milliliter мл миллилитр
litre | volume | 1 | l litre liter л литр литровый
watt | power | 1 | w watt вт ватт
kilowatt | power | 1000 | kw kilowatt квт киловатт
megawatt | power | 1000000 | mw megawatt мвт мегаватт
volt | voltage | 1 | v volt вольт
hertz | frequency | 1 | hz hertz гц герц
kilohertz | frequency | 1000 | khz kilohertz кгц килогерц
megahertz | frequency | 1000000 | mhz megahertz мгц мегагерц
gigahertz | frequency | 1000000000 | ghz gigahertz ггц гигагерц
decibel | sound | 1 | db decibel дб децибел
square_centimetre | area | 0.0001 | см² cm²
square_metre | area | 1 | sqm m² м²
cubic_metre | volume | 1000 | m³ м³ cbm
kilowatt_hour | energy | 1 | kwh квтч
bar | pressure | 1 | bar бар
atmosphere | pressure | 1.01325 | atm атм атмосфера
hectare | area | 10000 | ha hectare га гектар
percent | percent | 1 | % percent percentage процент процентный
permille | percent | 0.1 | ‰ промилле
times | times | 1 | time раз кратный fold
euro | money:EUR | 1 | € eur euro евро
dollar | money:USD | 1 | $ usd dollar доллар
pound_sterling | money:GBP | 1 | £ gbp
rouble | money:RUB | 1 | ₽ rub rouble ruble рубль руб р
kopeck | money:RUB | 0.01 | копейка коп kopeck
cent | money:USD | 0.01 | ¢ cent цент
yen | money:JPY | 1 | ¥ jpy yen иена
yuan | money:CNY | 1 | cny yuan юань
franc | money:CHF | 1 | chf franc франк
tenge | money:KZT | 1 | ₸ kzt tenge тенге
hryvnia | money:UAH | 1 | ₴ uah hryvnia гривна
clock | clock | 1 | o'clock
celsius | temperature | 1 | °c celsius цельсий
fahrenheit | temperature | 1 | °f fahrenheit фаренгейт
degree | temperature | 1 | ° degree градус
"""


def _read(table: str) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for line in table.strip().splitlines():
        name, dimension, factor, spellings = (part.strip() for part in line.split("|"))
        least, _, greatest = factor.partition("..")
        unit = Unit(name, dimension, Decimal(least), Decimal(greatest or least))
        units.update((spelling, unit) for spelling in spellings.split())
    return units


UNITS = _read(_TABLE)
"""Folded spelling or lemma -> unit."""


def unit_of(text: str) -> Unit | None:
    """The unit that a folded word names, as it stands or in its dictionary form."""
    return UNITS.get(text) or UNITS.get(form(text).lemma)


BY_NAME = {unit.name: unit for unit in UNITS.values()}

AFTER_DIGITS_ONLY = frozenset("s h d m g l w v t ч г м т л р в гр min mo mi ha time".split())
"""Spellings too short or too common to be units except right after digits."""

WORK_WORDS = frozenset(("work", "working", "business", "рабочий", "банковский"))
CALENDAR_WORDS = frozenset(("calendar", "календарный"))
CURRENCY_SIGNS = frozenset("€$£₽¥₸₴")
