"""JUnit XML: one suite a layer, a test case a case, and one suite for the run as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from harness.language import teller
from harness.model.wire import LAYERS, Layer
from harness.outputs.model import Outputs, failing_layers, fired, layers_of, sentence
from harness.report.context import CasePart

RUN_SUITE = "run"


def junit(outputs: Outputs) -> bytes:
    """The document, UTF-8. A layer that no check of a case applies to has no test case for it."""
    cases = (*outputs.report.flagged, *outputs.report.others)
    ordered = sorted(cases, key=lambda case: case.id)
    suites = [_layer(layer, ordered, outputs.language) for layer in LAYERS]
    suites.append(_run(outputs))
    root = ET.Element("testsuites", {"name": "corpusgate"})
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in suites)))
    root.extend(suites)
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _layer(layer: Layer, cases: Sequence[CasePart], language: str) -> ET.Element:
    tests = [_test(layer, case, language) for case in cases if layer in layers_of(case)]
    return _suite(layer, tests)


def _test(layer: Layer, case: CasePart, language: str) -> ET.Element:
    test = _testcase(layer, case.id)
    if layer not in failing_layers(case):
        return test
    if case.status == "incomplete":
        _outcome(test, "error", "incomplete", sentence(case, language))
    else:
        kind = case.action or "review"
        _outcome(test, "failure", kind, sentence(case, language), _details(case, language))
    return test


def _details(case: CasePart, language: str) -> str:
    tell = teller(language)
    lines = [f"{f.action}  {f.rule}: {tell(f.reason)}" for f in fired(case)]
    if case.detail.diagnosis is not None:
        lines += map(tell, case.detail.diagnosis.evidence)
    # No name or text inside a line begins another: logs of CI take some lines for commands.
    return "\n".join(" ".join(line.split()) for line in lines)


def _run(outputs: Outputs) -> ET.Element:
    """A test for each rule of the policy, and one for each finding that no rule made."""
    tell = teller(outputs.language)
    known = {rule.rule for rule in outputs.report.rules}
    tests = []
    for rule in sorted(outputs.report.rules, key=lambda rule: rule.rule):
        test = _testcase(RUN_SUITE, rule.rule)
        if rule.fired:
            cases = ", ".join(case.id for case in rule.cases)
            _outcome(test, "failure", rule.action, tell(rule.reason), cases)
        tests.append(test)
    for number, found in enumerate(outputs.findings, 1):
        if found.rule not in known:
            test = _testcase(RUN_SUITE, f"{found.rule} {number}")
            _outcome(test, "failure", found.action, tell(found.reason))
            tests.append(test)
    if outputs.report.verdict.no_verdict:
        test = _testcase(RUN_SUITE, "verdict")
        _outcome(test, "error", "no_verdict", tell(outputs.report.verdict.no_verdict))
        tests.append(test)
    return _suite(RUN_SUITE, tests)


def _suite(name: str, tests: Sequence[ET.Element]) -> ET.Element:
    suite = ET.Element("testsuite", {"name": name, "tests": str(len(tests))})
    suite.set("failures", str(sum(test.find("failure") is not None for test in tests)))
    suite.set("errors", str(sum(test.find("error") is not None for test in tests)))
    suite.extend(tests)
    return suite


def _testcase(suite: str, name: str) -> ET.Element:
    # Clocks stay out of artefacts; readers ask for a time all the same.
    return ET.Element("testcase", {"classname": f"corpusgate.{suite}", "name": name, "time": "0"})


def _outcome(test: ET.Element, tag: str, kind: str, message: str, text: str = "") -> None:
    child = ET.SubElement(test, tag, {"type": kind, "message": message})
    child.text = text or None
