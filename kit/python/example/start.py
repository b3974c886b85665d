"""A product that verifies its licence when it starts: python start.py FOLDER"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from licence_kit import verify_licence  # noqa: E402


def main(folder):
    def read(name):
        file = folder / name
        return file.read_text(encoding="utf-8") if file.exists() else None

    last_seen = read("last-seen")
    answer = verify_licence(
        read("licence.jws"),
        # In a product of yours the keys are a constant: whoever can write this file can sign licences.
        read("jwks.json"),
        product="MOVER",
        last_seen=None if last_seen is None else int(last_seen),
        revocations=read("revoked.jws"),
    )
    if not answer["valid"]:
        print(f"No valid licence: {answer['reason']}")
        return 1
    (folder / "last-seen").write_text(str(answer["clock"]["lastSeen"]))
    licence, known = answer["licence"], answer["revocation"]["checkedUntil"]
    print(f"Licensed to {licence['sub']} for {licence['quantity']}; withdrawals known until {known}")
    return 0


sys.exit(main(Path(sys.argv[1])))
