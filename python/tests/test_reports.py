"""The JUnit file of `ferz verify`, read by a library that reads such files."""

import os
import subprocess

import pytest

PROGRAM = os.environ.get("FERZ_PROGRAM")


@pytest.mark.skipif(PROGRAM is None, reason="SKIPPED: FERZ_PROGRAM names no command")
def test_junit_is_read_by_junitparser(tmp_path):
    junitparser = pytest.importorskip("junitparser", reason="SKIPPED: junitparser is not installed")
    (tmp_path / "right.yaml").write_text("name: Right\nextends: chess\ntests: {perft: [20, 400]}\n")
    (tmp_path / "wrong.yaml").write_text('name: Wrong <&>\nextends: chess\nregoins: {"a": a1}\n')
    (tmp_path / "failing.yaml").write_text("name: Failing\nextends: chess\ntests: {perft: [21]}\n")
    ran = subprocess.run([PROGRAM, "verify", "--output-format", "junit"], cwd=tmp_path, capture_output=True)
    assert ran.returncode == 1, ran.stderr
    (tmp_path / "results.xml").write_bytes(ran.stdout)
    report = junitparser.JUnitXml.fromfile(str(tmp_path / "results.xml"))
    suites = {suite.name: suite for suite in report}
    assert sorted(suites) == ["failing.yaml", "right.yaml", "wrong.yaml"]
    counts = {name: (suite.tests, suite.failures, suite.errors) for name, suite in suites.items()}
    assert counts == {"right.yaml": (3, 0, 0), "wrong.yaml": (1, 1, 0), "failing.yaml": (2, 1, 0)}
    assert (report.tests, report.failures) == (6, 2)
    (case,) = suites["wrong.yaml"]
    (failure,) = case.result
    assert (failure.type, case.classname) == ("unknown-key", "wrong.yaml")
    assert "wrong.yaml:3:1: error[unknown-key]" in failure.text
    before = [(suite.tests, suite.failures) for suite in report]
    report.update_statistics()
    assert [(suite.tests, suite.failures) for suite in report] == before
