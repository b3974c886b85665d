"""Verifies licences offline, by kit/SPEC.md. Needs Python 3.9 or newer and the package `cryptography`."""

from .console import activate, release
from .fingerprint import is_same_machine, machine_fingerprint
from .revocations import RevocationList, read_revocations
from .token import Fault, clean_text
from .verify import verify_licence

__all__ = [
    "Fault",
    "RevocationList",
    "activate",
    "clean_text",
    "is_same_machine",
    "machine_fingerprint",
    "read_revocations",
    "release",
    "verify_licence",
]
