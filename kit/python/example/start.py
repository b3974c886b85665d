"""A product that verifies its licence when it starts, and activates its machine if it has a name: python start.py FOLDER"""

import json
import socket
import sys
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from licence_kit import clean_text, verify_licence  # noqa: E402


def activate(address, fingerprint, licence):
    """Asks the vendor's console for a lease, or for a newer one. None without a network: then the last one counts."""
    body = json.dumps({"fingerprint": fingerprint, "name": socket.gethostname()}).encode()
    headers = {"authorization": clean_text(licence), "content-type": "application/json"}
    try:
        with urllib.request.urlopen(urllib.request.Request(address + "/v1/activation", body, headers)) as answer:
            return json.load(answer)["lease"]
    except OSError:
        return None


def main(folder):
    def read(name):
        file = folder / name
        return file.read_text(encoding="utf-8") if file.exists() else None

    last_seen, address, fingerprint = read("last-seen"), read("console"), read("machine")
    if address and fingerprint:
        lease = activate(address, fingerprint, read("licence.jws"))
        if lease:
            (folder / "lease.jws").write_text(lease)
    answer = verify_licence(
        read("licence.jws"),
        # In a product of yours the keys are a constant: whoever can write this file can sign licences.
        read("jwks.json"),
        product="MOVER",
        last_seen=None if last_seen is None else int(last_seen),
        revocations=read("revoked.jws"),
        lease=read("lease.jws"),
        fingerprint=fingerprint,
    )
    if not answer["valid"]:
        print(f"No valid licence: {answer['reason']}")
        return 1
    (folder / "last-seen").write_text(str(answer["clock"]["lastSeen"]))
    licence, known = answer["licence"], answer["revocation"]["checkedUntil"]
    print(f"Licensed to {licence['sub']} for {licence['quantity']}; withdrawals known until {known}")
    return 0


sys.exit(main(Path(sys.argv[1])))
