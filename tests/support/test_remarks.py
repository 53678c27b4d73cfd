"""What is said of the excepted, and of what is left."""

import pytest

from harness.support import check_support


@pytest.mark.parametrize(
    ("claim", "evidence", "verdict"),
    [
        (
            "Разводить костёр можно на оборудованных стоянках.",
            "Костры разводить запрещено везде, кроме трёх оборудованных стоянок.",
            "supported",
        ),
        (
            "Разводить костры можно на трёх оборудованных стоянках.",
            "Костры разводить запрещено везде, кроме трёх оборудованных стоянок.",
            "supported",
        ),
        (
            "На оборудованных стоянках разводить костры можно.",
            "Костры разводить запрещено везде, кроме оборудованных стоянок.",
            "supported",
        ),
        (
            "Smoking is allowed on the roof terrace.",
            "Smoking is prohibited throughout the hostel apart from the roof terrace.",
            "supported",
        ),
        (
            "Smoking is allowed on the roof terrace.",
            "Smoking is prohibited everywhere except on the roof terrace.",
            "supported",
        ),
        (
            "The pool is open on Mondays.",
            "The pool is open daily from 7 to 21, except on Mondays, when it opens at 12.",
            "supported",
        ),
        (
            "On Mondays the pool opens at 12.",
            "The pool is open daily from 7 to 21, except on Mondays, when it opens at 12.",
            "supported",
        ),
        (
            "The pool opens at 7 on Mondays too.",
            "The pool is open daily from 7 to 21, except on Mondays, when it opens at 12.",
            "contradicted",
        ),
        (
            "The pool opens at 7 on Mondays.",
            "The pool is open daily from 7 to 21, except on Mondays, when it opens at 12.",
            "contradicted",
        ),
        (
            "Errors do not stop the build in draft branches.",
            "Errors stop the build, except in draft branches.",
            "supported",
        ),
        (
            "The lift serves all floors but the ground floor.",
            "The lift serves all floors.",
            "uncertain",
        ),
        (
            "Бассейн открывается в 12 по понедельникам.",
            "Бассейн открыт ежедневно с 7 до 21, кроме понедельников, когда он открывается в 12.",
            "supported",
        ),
        (
            "По понедельникам бассейн открывается в 7.",
            "Бассейн открыт ежедневно с 7 до 21, кроме понедельников, когда он открывается в 12.",
            "contradicted",
        ),
        (
            "Бетономешалки моет прокат.",
            "Инструмент сдают чистым, исключение — бетономешалки, их моет прокат.",
            "supported",
        ),
        (
            "Бетономешалки сдают чистыми.",
            "Инструмент сдают чистым, исключение — бетономешалки, их моет прокат.",
            "contradicted",
        ),
        (
            "Calls are free in the first minute.",
            "Calls are not free, except in the first 10 minutes.",
            "uncertain",
        ),
        (
            "Вход платный для больных детей.",
            "Вход бесплатный для всех, кроме больных детей.",
            "supported",
        ),
        (
            "Вход бесплатный для больных детей.",
            "Вход бесплатный для всех, кроме больных детей.",
            "contradicted",
        ),
        (
            "Бегать можно в спортивном зале.",
            "Бегать запрещено везде, кроме спортивного зала.",
            "supported",
        ),
        ("Бегать можно в зале.", "Бегать запрещено везде, кроме спортивного зала.", "uncertain"),
        (
            "Бегать можно в библиотеке.",
            "Бегать запрещено везде, кроме спортивного зала.",
            "uncertain",
        ),
        (
            "Running is allowed in the hall.",
            "Running is prohibited throughout the building except in the sports hall.",
            "uncertain",
        ),
        (
            "Running is allowed in the building.",
            "Running is prohibited throughout the building except in the sports hall.",
            "uncertain",
        ),
        (
            "Smoking is allowed in the hostel.",
            "Smoking is prohibited throughout the hostel apart from the roof terrace.",
            "uncertain",
        ),
    ],
)
def test_what_is_excepted_is_told_of(claim: str, evidence: str, verdict: str) -> None:
    assert check_support(claim, evidence).verdict == verdict
