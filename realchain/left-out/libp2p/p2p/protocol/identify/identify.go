// Package identify is what `go mod tidy` looks for: a test of CometBFT's names it.
package identify
