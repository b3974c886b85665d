"""Makes and compares the fingerprints of machines (kit/SPEC.md, "The fingerprint")."""

import base64
import hashlib
import re

_PARTS = re.compile(r"k[1-8](\.[A-Za-z0-9_-]{16})+\Z")


def _parts_of(text):
    return set(text.split(".")[1:]) if _PARTS.match(text) else set()


def is_same_machine(one, other):
    """True if two fingerprints are of the same machine: the same text, or as many equal parts as both ask for."""
    if one == other:
        return True
    equal = len(_parts_of(one) & _parts_of(other))
    return equal > 0 and equal >= max(int(one[1]), int(other[1]))


def _hash_of(*texts):
    digest = hashlib.sha256("\0".join(texts).encode("utf-8")).digest()
    return base64.urlsafe_b64encode(digest[:12]).decode("ascii")


def machine_fingerprint(parts, *, licence, product, needed=None):
    """
    The fingerprint of a machine, made of salted hashes of its properties: the machine is the same as long as enough of
    them are. Raises ValueError unless one to eight parts have a value, and `needed` is more than half of them.

    :param parts: the properties by name, a dict; those without a value are left out
    :param licence: the `jti` of the licence
    :param product: the code of the product
    :param needed: how many parts have to be equal; all but one of three and more unless given, else all
    """
    found = [(name, value) for name, value in parts.items() if value]
    count = len(found)
    enough = (count if count < 3 else count - 1) if needed is None else needed
    if not 1 <= count <= 8:
        raise ValueError("a fingerprint has one to eight parts with a value")
    if not isinstance(enough, int) or enough > count or 2 * enough <= count:
        raise ValueError("more than half of the parts have to be equal")
    hashes = sorted(_hash_of(licence, product, name, value) for name, value in found)
    return ".".join([f"k{enough}", *hashes])
