// A product that verifies its licence when it starts, and activates its machine if it has a name: go run ./example FOLDER
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"licencekit"
)

func file(name string) string { return filepath.Join(os.Args[1], name) }

// read returns the text of a file, or nil if there is none.
func read(name string) *string {
	data, err := os.ReadFile(file(name))
	if err != nil {
		return nil
	}
	return licencekit.Of(string(data))
}

func main() {
	licence, _ := os.ReadFile(file("licence.jws"))
	// In a product of yours the keys are a constant: whoever can write this file can sign licences.
	keys, _ := os.ReadFile(file("jwks.json"))
	address, machine := read("console"), read("machine")
	if address != nil && machine != nil {
		host, _ := os.Hostname()
		given := licencekit.Activate(*address, string(licence), licencekit.Machine{Fingerprint: *machine, Name: host})
		if given.Lease != "" {
			_ = os.WriteFile(file("lease.jws"), []byte(given.Lease), 0o600)
		}
	}
	options := licencekit.Options{Keys: []string{string(keys)}, Product: licencekit.Of("MOVER"), Lease: read("lease.jws"), Fingerprint: machine}
	if text := read("last-seen"); text != nil {
		seen, _ := strconv.ParseInt(*text, 10, 64)
		options.LastSeen = &seen
	}
	if list := read("revoked.jws"); list != nil {
		options.Revocations = []string{*list}
	}
	answer := licencekit.VerifyLicence(string(licence), options)
	if !answer.Valid {
		fmt.Println("No valid licence:", answer.Reason)
		os.Exit(1)
	}
	_ = os.WriteFile(file("last-seen"), []byte(strconv.FormatInt(answer.Clock.LastSeen, 10)), 0o600)
	known := "null"
	if answer.Revocation.CheckedUntil != nil {
		known = strconv.FormatInt(*answer.Revocation.CheckedUntil, 10)
	}
	fmt.Printf("Licensed to %v for %v; withdrawals known until %s\n", answer.Licence["sub"], answer.Licence["quantity"], known)
}
