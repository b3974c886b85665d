"""Reads cases from a JSON file and prints an answer a line. Used by `npm run kit`."""

import json
import sys

from licence_kit import activate, machine_fingerprint, release, verify_licence

NAMES = {
    "installationKey": "installation_key",
    "lastSeen": "last_seen",
    "clockTolerance": "clock_tolerance",
    "maxRevocationAge": "max_revocation_age",
}


def fingerprint_of(case):
    try:
        options = {name: case[name] for name in ("licence", "product", "needed") if name in case}
        return machine_fingerprint(case["parts"], **options)
    except ValueError:
        return None


def asked(case):
    where, fingerprint = (case["address"], case["licence"]), case["fingerprint"]
    if "name" not in case:
        return release(*where, fingerprint=fingerprint)
    return activate(*where, fingerprint=fingerprint, name=case["name"], version=case.get("version"))


def main(path):
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    keys, lists = cases["keys"], cases["revocations"]
    for vector in cases["vectors"]:
        options = {NAMES.get(name, name): value for name, value in vector["options"].items()}
        pinned = [keys[name] for name in options.pop("keys")]
        if "revocations" in options:
            options["revocations"] = [lists[name] for name in options["revocations"]]
        print(json.dumps(verify_licence(vector["text"], pinned, **options)))
    for case in cases.get("fingerprints", []):
        print(json.dumps(fingerprint_of(case)))
    for case in cases.get("requests", []):
        print(json.dumps(asked(case)))


main(sys.argv[1])
