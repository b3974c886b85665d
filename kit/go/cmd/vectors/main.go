// Reads cases from a JSON file and prints an answer a line. Used by `npm run kit`.
package main

import (
	"bufio"
	"encoding/json"
	"os"

	"licencekit"
)

type vector struct {
	Text    string `json:"text"`
	Options struct {
		Keys             []string
		Issuer           *string
		Product          *string
		InstallationKey  *string
		Now              *int64
		LastSeen         *int64
		ClockTolerance   *int64
		Leeway           int64
		Revocations      []string
		MaxRevocationAge *int64
		Lease            *string
		Fingerprint      *string
	} `json:"options"`
}

type fingerprint struct {
	Parts   map[string]string `json:"parts"`
	Licence string            `json:"licence"`
	Product string            `json:"product"`
	Needed  *int              `json:"needed"`
}

// request asks for a seat, or gives it back if there is no name.
type request struct {
	Address     string  `json:"address"`
	Licence     string  `json:"licence"`
	Fingerprint string  `json:"fingerprint"`
	Name        *string `json:"name"`
	Version     string  `json:"version"`
}

func (one request) ask() map[string]any {
	var given licencekit.Activation
	if one.Name == nil {
		given = licencekit.Release(one.Address, one.Licence, one.Fingerprint)
	} else {
		machine := licencekit.Machine{Fingerprint: one.Fingerprint, Name: *one.Name, Version: one.Version}
		given = licencekit.Activate(one.Address, one.Licence, machine)
	}
	answer := map[string]any{"lease": nil, "reason": given.Reason}
	if given.Lease != "" {
		answer["lease"] = given.Lease
	}
	return answer
}

type cases struct {
	Keys         map[string]json.RawMessage `json:"keys"`
	Revocations  map[string]string          `json:"revocations"`
	Vectors      []vector                   `json:"vectors"`
	Fingerprints []fingerprint              `json:"fingerprints"`
	Requests     []request                  `json:"requests"`
}

func keySet(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func main() {
	data, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var all cases
	if err := json.Unmarshal(data, &all); err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for _, one := range all.Vectors {
		options := licencekit.Options(one.Options)
		for index, name := range options.Keys {
			options.Keys[index] = keySet(all.Keys[name])
		}
		for index, name := range options.Revocations {
			options.Revocations[index] = all.Revocations[name]
		}
		if err := encoder.Encode(licencekit.VerifyLicence(one.Text, options)); err != nil {
			panic(err)
		}
	}
	for _, one := range all.Fingerprints {
		var found *string
		if made, err := licencekit.MachineFingerprint(one.Parts, one.Licence, one.Product, one.Needed); err == nil {
			found = &made
		}
		if err := encoder.Encode(found); err != nil {
			panic(err)
		}
	}
	for _, one := range all.Requests {
		if err := encoder.Encode(one.ask()); err != nil {
			panic(err)
		}
	}
}
