// A product that verifies its licence when it starts: go run ./example FOLDER
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"licencekit"
)

func main() {
	file := func(name string) string { return filepath.Join(os.Args[1], name) }
	licence, _ := os.ReadFile(file("licence.jws"))
	// In a product of yours the keys are a constant: whoever can write this file can sign licences.
	keys, _ := os.ReadFile(file("jwks.json"))
	options := licencekit.Options{Keys: []string{string(keys)}, Product: licencekit.Of("MOVER")}
	if text, err := os.ReadFile(file("last-seen")); err == nil {
		seen, _ := strconv.ParseInt(string(text), 10, 64)
		options.LastSeen = &seen
	}
	if list, err := os.ReadFile(file("revoked.jws")); err == nil {
		options.Revocations = []string{string(list)}
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
