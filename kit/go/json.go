package licencekit

import (
	"errors"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	maxDepth = 8
	maxCount = 1<<53 - 1
)

var errJSON = errors.New("not strict JSON")

// jsonReader reads strict JSON: no name twice in an object, no lone surrogates, no number beyond a double, and a limit
// of levels. Numbers become float64.
type jsonReader struct {
	data  []byte
	at    int
	depth int
	limit int
}

// parseJSON parses strict JSON.
func parseJSON(data []byte, limit int) (any, error) {
	if !utf8.Valid(data) {
		return nil, errJSON
	}
	reader := &jsonReader{data: data, limit: limit}
	value, err := reader.value()
	if err == nil && reader.next() != 0 {
		err = errJSON
	}
	return value, err
}

// parseObject parses a JSON object; nil for anything else.
func parseObject(data []byte) map[string]any {
	value, err := parseJSON(data, maxDepth)
	object, isObject := value.(map[string]any)
	if err != nil || !isObject {
		return nil
	}
	return object
}

// next returns the next character after white space without reading it; 0 at the end.
func (r *jsonReader) next() byte {
	for r.at < len(r.data) {
		switch char := r.data[r.at]; char {
		case ' ', '\t', '\n', '\r':
			r.at++
		case 0:
			return 1
		default:
			return char
		}
	}
	return 0
}

func (r *jsonReader) skip(char byte) bool {
	if r.next() != char {
		return false
	}
	r.at++
	return true
}

func (r *jsonReader) value() (any, error) {
	switch char := r.next(); char {
	case '{':
		return r.object()
	case '[':
		return r.array()
	case '"':
		return r.text()
	case 't':
		return true, r.word("true")
	case 'f':
		return false, r.word("false")
	case 'n':
		return nil, r.word("null")
	default:
		return r.number()
	}
}

func (r *jsonReader) word(word string) error {
	if r.at+len(word) > len(r.data) || string(r.data[r.at:r.at+len(word)]) != word {
		return errJSON
	}
	r.at += len(word)
	return nil
}

func (r *jsonReader) enter() error {
	r.at++
	r.depth++
	if r.depth > r.limit {
		return errJSON
	}
	return nil
}

func (r *jsonReader) object() (any, error) {
	found := map[string]any{}
	if err := r.enter(); err != nil {
		return nil, err
	}
	for first := true; !r.skip('}'); first = false {
		if !first && !r.skip(',') || r.next() != '"' {
			return nil, errJSON
		}
		name, err := r.text()
		if err != nil || !r.skip(':') {
			return nil, errJSON
		}
		if _, twice := found[name]; twice {
			return nil, errJSON
		}
		if found[name], err = r.value(); err != nil {
			return nil, err
		}
	}
	r.depth--
	return found, nil
}

func (r *jsonReader) array() (any, error) {
	found := []any{}
	if err := r.enter(); err != nil {
		return nil, err
	}
	for first := true; !r.skip(']'); first = false {
		if !first && !r.skip(',') {
			return nil, errJSON
		}
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		found = append(found, value)
	}
	r.depth--
	return found, nil
}

func (r *jsonReader) text() (string, error) {
	r.at++
	text := []byte{}
	for r.at < len(r.data) {
		char := r.data[r.at]
		r.at++
		switch {
		case char == '"':
			return string(text), nil
		case char < 0x20:
			return "", errJSON
		case char == '\\':
			sign, err := r.escape()
			if err != nil {
				return "", err
			}
			text = utf8.AppendRune(text, sign)
		default:
			text = append(text, char)
		}
	}
	return "", errJSON
}

var escapes = map[byte]rune{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (r *jsonReader) escape() (rune, error) {
	if r.at >= len(r.data) {
		return 0, errJSON
	}
	char := r.data[r.at]
	r.at++
	if sign, found := escapes[char]; found {
		return sign, nil
	}
	if char != 'u' {
		return 0, errJSON
	}
	first, err := r.hex()
	if err != nil || !utf16.IsSurrogate(first) {
		return first, err
	}
	if r.word(`\u`) != nil {
		return 0, errJSON
	}
	second, err := r.hex()
	sign := utf16.DecodeRune(first, second)
	if err != nil || sign == utf8.RuneError {
		return 0, errJSON
	}
	return sign, nil
}

func (r *jsonReader) hex() (rune, error) {
	if r.at+4 > len(r.data) {
		return 0, errJSON
	}
	value := rune(0)
	for _, char := range r.data[r.at : r.at+4] {
		switch {
		case char >= '0' && char <= '9':
			value = value<<4 | rune(char-'0')
		case char|0x20 >= 'a' && char|0x20 <= 'f':
			value = value<<4 | rune(char|0x20-'a'+10)
		default:
			return 0, errJSON
		}
	}
	r.at += 4
	return value, nil
}

func (r *jsonReader) digits() int {
	from := r.at
	for r.at < len(r.data) && r.data[r.at] >= '0' && r.data[r.at] <= '9' {
		r.at++
	}
	return r.at - from
}

func (r *jsonReader) isAt(chars string) bool {
	for _, char := range []byte(chars) {
		if r.at < len(r.data) && r.data[r.at] == char {
			return true
		}
	}
	return false
}

func (r *jsonReader) number() (any, error) {
	from := r.at
	if r.isAt("-") {
		r.at++
	}
	hasZero := r.isAt("0")
	if count := r.digits(); count == 0 || hasZero && count > 1 {
		return nil, errJSON
	}
	if r.isAt(".") {
		r.at++
		if r.digits() == 0 {
			return nil, errJSON
		}
	}
	if r.isAt("eE") {
		r.at++
		if r.isAt("+-") {
			r.at++
		}
		if r.digits() == 0 {
			return nil, errJSON
		}
	}
	value, err := strconv.ParseFloat(string(r.data[from:r.at]), 64)
	if err != nil || math.IsInf(value, 0) {
		return nil, errJSON
	}
	return value, nil
}

// countOf returns a whole number from 0 to 2^53 - 1.
func countOf(value any) (int64, bool) {
	number, isNumber := value.(float64)
	if !isNumber || number < 0 || number > maxCount || number != math.Trunc(number) {
		return 0, false
	}
	return int64(number), true
}
