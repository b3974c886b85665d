package licencekit

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

var ofParts = regexp.MustCompile(`^k[1-8](\.[A-Za-z0-9_-]{16})+$`)

// partsOf returns the parts of a fingerprint that was made of several, each once.
func partsOf(text string) map[string]bool {
	found := map[string]bool{}
	if ofParts.MatchString(text) {
		for _, part := range strings.Split(text, ".")[1:] {
			found[part] = true
		}
	}
	return found
}

// IsSameMachine says whether two fingerprints are of the same machine: the same text, or as many equal parts as both ask
// for (kit/SPEC.md, "The fingerprint").
func IsSameMachine(one, other string) bool {
	if one == other {
		return true
	}
	equal, others := 0, partsOf(other)
	for part := range partsOf(one) {
		if others[part] {
			equal++
		}
	}
	return equal > 0 && equal >= int(one[1]-'0') && equal >= int(other[1]-'0')
}

// MachineFingerprint makes the fingerprint of a machine of salted hashes of its properties: the machine is the same as
// long as enough of them are. Parts without a value are left out. Needed is how many have to be equal; if it is nil, all
// but one of three and more, else all. It is an error unless one to eight parts have a value, and needed is more than half
// of them.
func MachineFingerprint(parts map[string]string, licence, product string, needed *int) (string, error) {
	hashes := []string{}
	for name, value := range parts {
		if value != "" {
			hash := sha256.Sum256([]byte(strings.Join([]string{licence, product, name, value}, "\x00")))
			hashes = append(hashes, base64.RawURLEncoding.EncodeToString(hash[:12]))
		}
	}
	count := len(hashes)
	enough := count
	if count >= 3 {
		enough = count - 1
	}
	enough = orElse(needed, enough)
	if count < 1 || count > 8 {
		return "", errors.New("a fingerprint has one to eight parts with a value")
	}
	if enough > count || 2*enough <= count {
		return "", errors.New("more than half of the parts have to be equal")
	}
	sort.Strings(hashes)
	return "k" + strconv.Itoa(enough) + "." + strings.Join(hashes, "."), nil
}
