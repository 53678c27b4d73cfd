"""What a set of cases can show at all, said before anyone reads a result into it."""

from __future__ import annotations

from dataclasses import dataclass

from harness.statistics.exact import sign_test


@dataclass(frozen=True, slots=True)
class Detectable:
    """The smallest loss that ``cases`` cases can tell from chance."""

    cases: int
    losses: int | None
    """Cases lost while none is won; ``None`` when even losing all of them could be chance."""
    p_value: float
    """Of that loss, or of losing every case when there is no such loss. One-sided."""
    alpha: float
    """The level asked for, before it is shared among tests."""
    tests: int
    """Size of the family the level is shared among."""

    @property
    def sentence(self) -> str:
        """One sentence for people, such as "60 cases can show a loss of 5 or more …"."""
        noun = "case" if self.cases == 1 else "cases"
        level = f"level {self.alpha:g}"
        if self.tests > 1:
            level += f" shared among {self.tests} tests"
        if self.losses is None:
            return (
                f"{self.cases} {noun} cannot show any loss at {level}: "
                f"losing all of them could still be chance (p = {self.p_value:.3g})."
            )
        return (
            f"{self.cases} {noun} can show a loss of {self.losses} or more "
            f"({self.losses / self.cases:.1%}) when none is gained, at {level}; "
            f"a smaller loss cannot be told from chance."
        )


def smallest_detectable_loss(cases: int, *, alpha: float = 0.05, tests: int = 1) -> Detectable:
    """The fewest one-way losses among ``cases`` with an exact one-sided p-value at or below alpha.

    With every loss one-way the sign test gives p = 2 to the power of minus the losses, so the
    number does not grow with the cases: more cases make the same number a smaller share.
    Cases that are won at the same time raise it.

    Args:
        cases: cases compared.
        alpha: chance of a false alarm that is accepted, between 0 and 1, both excluded.
        tests: tests that share alpha; the strictest step of Holm's correction is alpha / tests.

    Raises:
        ValueError: negative cases, alpha outside (0, 1), or fewer than one test.
    """
    if cases < 0 or not 0 < alpha < 1 or tests < 1:
        raise ValueError(f"out of range: cases {cases}, alpha {alpha}, tests {tests}")
    for losses in range(1, cases + 1):
        p_value = sign_test(0, losses, "worse")
        if p_value <= alpha / tests:
            return Detectable(cases, losses, p_value, alpha, tests)
    return Detectable(cases, None, sign_test(0, cases, "worse"), alpha, tests)
