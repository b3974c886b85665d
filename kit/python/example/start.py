"""A product that verifies its licence when it starts, and activates its machine if it has a name: python start.py FOLDER"""

import socket
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from licence_kit import activate, verify_licence  # noqa: E402

folder = Path(sys.argv[1])


def read(name):
    return (folder / name).read_text(encoding="utf-8") if (folder / name).exists() else None


licence, last_seen, address, fingerprint = map(read, ("licence.jws", "last-seen", "console", "machine"))
if address and fingerprint:
    lease = activate(address, licence, fingerprint=fingerprint, name=socket.gethostname())["lease"]
    if lease:
        (folder / "lease.jws").write_text(lease)
answer = verify_licence(
    licence,
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
    sys.exit(1)
(folder / "last-seen").write_text(str(answer["clock"]["lastSeen"]))
holder, quantity = answer["licence"]["sub"], answer["licence"]["quantity"]
print(f"Licensed to {holder} for {quantity}; withdrawals known until {answer['revocation']['checkedUntil']}")
