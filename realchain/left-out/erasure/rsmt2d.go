// Package rsmt2d has what constants of celestia-app are made of. No data is erasure-coded here.
package rsmt2d

// NewLeoRSCodec would make a Reed-Solomon codec.
func NewLeoRSCodec() any { panic("no data is erasure-coded here") }
