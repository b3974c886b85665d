package licencekit

import (
	"crypto/ed25519"
	"encoding/base64"
	"regexp"
	"strings"
)

var additions = regexp.MustCompile("\x1b\\[[0-?]*[ -/]*[@-~]|=[ \\t]*[\\r\\n]|\\\\[nrt]?|" +
	"[\\x00- \"'<>`|\\x{7f}-\\x{a0}\\x{ab}\\x{ad}\\x{bb}\\x{34f}\\x{61c}\\x{1680}\\x{180e}\\x{2000}-\\x{200f}" +
	"\\x{2018}-\\x{201f}\\x{2028}-\\x{202f}\\x{2039}\\x{203a}\\x{205f}-\\x{206f}\\x{3000}\\x{300c}-\\x{300f}" +
	"\\x{301d}-\\x{301f}\\x{fe00}-\\x{fe0f}\\x{feff}\\x{ff02}\\x{ff07}]")
var tokenPattern = regexp.MustCompile(`\A[A-Za-z0-9_.-]*\z`)

// CleanText returns the token in a text, without what mails and terminals added.
func CleanText(text string) string {
	return additions.ReplaceAllLiteralString(text, "")
}

// decodeBase64url decodes canonical base64url without padding.
func decodeBase64url(text string) ([]byte, bool) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, false
	}
	data, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return data, err == nil
}

func textOf(object map[string]any, name string, otherwise string) string {
	value, found := object[name]
	if !found {
		return otherwise
	}
	text, _ := value.(string)
	return text
}

// readKeys returns the usable public keys by id.
func readKeys(sets []string) (map[string][]byte, Reason) {
	found := map[string][]byte{}
	for _, set := range sets {
		value, err := parseJSON([]byte(set), maxDepth)
		object, _ := value.(map[string]any)
		keys, _ := object["keys"].([]any)
		if err != nil {
			continue
		}
		for _, one := range keys {
			addKey(found, one)
		}
	}
	if len(found) == 0 {
		return nil, KeysUnusable
	}
	return found, OK
}

// addKey adds an Ed25519 key for signatures that has an id. The first of an id counts.
func addKey(found map[string][]byte, value any) {
	key, isObject := value.(map[string]any)
	kid, hasID := key["kid"].(string)
	if !isObject || !hasID || textOf(key, "kty", "") != "OKP" || textOf(key, "crv", "") != "Ed25519" {
		return
	}
	if textOf(key, "use", "sig") != "sig" || textOf(key, "alg", "EdDSA") != "EdDSA" {
		return
	}
	data, ok := decodeBase64url(textOf(key, "x", ""))
	if _, known := found[kid]; ok && !known && len(data) == ed25519.PublicKeySize {
		found[kid] = data
	}
}

// keyOf returns the key that the header names.
func keyOf(header map[string]any, kind string, keys map[string][]byte) ([]byte, Reason) {
	if textOf(header, "alg", "") != "EdDSA" {
		return nil, AlgorithmUnsupported
	}
	for name := range header {
		if name != "alg" && name != "typ" && name != "kid" {
			return nil, HeaderUnsupported
		}
	}
	if textOf(header, "typ", "") != kind {
		return nil, TypeWrong
	}
	kid, _ := header["kid"].(string)
	if key, found := keys[kid]; found {
		if _, isText := header["kid"].(string); isText {
			return key, OK
		}
	}
	return nil, KeyUnknown
}

// openToken returns the claims of a signed token.
func openToken(text, kind string, maxLength int, keys map[string][]byte) (map[string]any, Reason) {
	token := CleanText(text)
	if token == "" {
		return nil, Empty
	}
	if !tokenPattern.MatchString(token) {
		return nil, Malformed
	}
	if len(token) > maxLength {
		return nil, TooLarge
	}
	parts := strings.Split(token, ".")
	head, ok := decodeBase64url(parts[0])
	header := parseObject(head)
	if !ok || header == nil || len(parts) != 3 {
		return nil, Malformed
	}
	key, reason := keyOf(header, kind, keys)
	if reason != OK {
		return nil, reason
	}
	payload, okPayload := decodeBase64url(parts[1])
	signature, okSignature := decodeBase64url(parts[2])
	if !okPayload || !okSignature || len(signature) != ed25519.SignatureSize {
		return nil, Malformed
	}
	if !ed25519.Verify(key, []byte(parts[0]+"."+parts[1]), signature) {
		return nil, SignatureWrong
	}
	claims := parseObject(payload)
	if claims == nil {
		return nil, ClaimsWrong
	}
	return claims, OK
}
