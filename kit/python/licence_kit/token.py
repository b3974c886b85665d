"""Reads signed tokens: text, base64url, JSON, keys and signature (kit/SPEC.md)."""

import base64
import json
import math
import re

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

MAX_DEPTH = 8
MAX_COUNT = 2**53 - 1

_ADDITIONS = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|=[ \t]*[\r\n]|\\\\[nrt]?|"
    "[\\x00- \"'<>`|\x7f-\xa0\xab\xad\xbb\u034f\u061c\u1680\u180e\u2000-\u200f\u2018-\u201f\u2028-\u202f\u2039\u203a"
    "\u205f-\u206f\u3000\u300c-\u300f\u301d-\u301f\ufe00-\ufe0f\ufeff\uff02\uff07]"
)
_TOKEN = re.compile(r"[A-Za-z0-9_.-]*\Z")
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*\Z")
_LAST = {0: "", 2: "AQgw", 3: "AEIMQUYcgkosw048"}
_SURROGATE = re.compile("[\ud800-\udfff]")


class Fault(Exception):
    """A check that failed; `reason` says which."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


def check(holds, reason):
    """Raises Fault with the reason unless the condition holds."""
    if not holds:
        raise Fault(reason)


def clean_text(text):
    """The token in a text, without what mails and terminals added."""
    return _ADDITIONS.sub("", text or "")


def decode_base64url(text):
    """Decodes canonical base64url without padding; None for any other text."""
    rest = len(text) % 4
    if not _BASE64URL.match(text) or rest not in _LAST or (rest and text[-1] not in _LAST[rest]):
        return None
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _number(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("number")
    return int(value) if value.is_integer() and abs(value) <= MAX_COUNT else value


def _constant(_text):
    raise ValueError("number")


def _object(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("twice")
    return found


def _check_values(value, depth=1):
    if isinstance(value, str):
        if _SURROGATE.search(value):
            raise ValueError("surrogate")
    elif isinstance(value, (dict, list)):
        if depth > MAX_DEPTH:
            raise ValueError("depth")
        for one in value:
            _check_values(one, depth + 1)
        if isinstance(value, dict):
            for one in value.values():
                _check_values(one, depth + 1)


def parse_json(text):
    """Parses strict JSON. Raises ValueError or RecursionError for any other text."""
    value = json.loads(
        text, parse_int=_number, parse_float=_number, parse_constant=_constant, object_pairs_hook=_object
    )
    _check_values(value)
    return value


def parse_object(data):
    """Parses a JSON object in UTF-8 without a byte order mark; None for anything else."""
    try:
        value = parse_json(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def is_count(value):
    """True for a whole number from 0 to 2^53 - 1."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT


def _keys_in(keys):
    if isinstance(keys, str):
        try:
            keys = parse_json(keys)
        except (ValueError, RecursionError):
            return []
    found = keys.get("keys") if isinstance(keys, dict) else None
    return found if isinstance(found, list) else []


def read_keys(keys):
    """The usable public keys by id. Raises Fault if there is none."""
    found = {}
    for one in keys if isinstance(keys, (list, tuple)) else [keys]:
        for key in _keys_in(one):
            if not isinstance(key, dict) or key.get("kty") != "OKP" or key.get("crv") != "Ed25519":
                continue
            kid, x = key.get("kid"), key.get("x")
            if key.get("use", "sig") != "sig" or key.get("alg", "EdDSA") != "EdDSA":
                continue
            data = decode_base64url(x) if isinstance(x, str) else None
            if isinstance(kid, str) and data is not None and len(data) == 32:
                found.setdefault(kid, data)
    check(found, "keys_unusable")
    return found


def _key_of(header, type_, keys):
    check(header.get("alg") == "EdDSA", "algorithm_unsupported")
    check(set(header) <= {"alg", "typ", "kid"}, "header_unsupported")
    check(header.get("typ") == type_, "type_wrong")
    kid = header.get("kid")
    key = keys.get(kid) if isinstance(kid, str) else None
    check(key, "key_unknown")
    return key


def _is_signed(key, signature, data):
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
        return True
    except (InvalidSignature, ValueError):
        return False


def open_token(text, type_, max_length, keys):
    """The claims of a signed token. Raises Fault."""
    token = clean_text(text)
    check(token, "empty")
    check(_TOKEN.match(token), "malformed")
    check(len(token) <= max_length, "too_large")
    parts = token.split(".")
    head = decode_base64url(parts[0])
    header = parse_object(head) if head is not None else None
    check(header is not None and len(parts) == 3, "malformed")
    key = _key_of(header, type_, keys)
    payload, signature = decode_base64url(parts[1]), decode_base64url(parts[2])
    check(payload is not None and signature is not None and len(signature) == 64, "malformed")
    check(_is_signed(key, signature, f"{parts[0]}.{parts[1]}".encode("ascii")), "signature_wrong")
    claims = parse_object(payload)
    check(claims is not None, "claims_wrong")
    return claims
