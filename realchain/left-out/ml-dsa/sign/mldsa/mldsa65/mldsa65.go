// Package mldsa65 stands for signatures of a kind that no validator of the tests has: no key can be made or read, and no
// signature holds.
package mldsa65

import (
	"crypto"
	"errors"
	"io"
)

const (
	SeedSize       = 32
	PublicKeySize  = 1952
	PrivateKeySize = 4032
	SignatureSize  = 3309
)

var errRefused = errors.New("nodes of the test chains are built without ML-DSA")

type PublicKey struct{}

type PrivateKey struct{}

func GenerateKey(io.Reader) (*PublicKey, *PrivateKey, error) { return nil, nil, errRefused }

func NewKeyFromSeed(*[SeedSize]byte) (*PublicKey, *PrivateKey) { panic(errRefused) }

func SignTo(_ *PrivateKey, _, _ []byte, _ bool, _ []byte) error { return errRefused }

func Verify(_ *PublicKey, _, _, _ []byte) bool { return false }

func (*PublicKey) MarshalBinary() ([]byte, error) { return nil, errRefused }

func (*PublicKey) UnmarshalBinary([]byte) error { return errRefused }

func (*PrivateKey) MarshalBinary() ([]byte, error) { return nil, errRefused }

func (*PrivateKey) UnmarshalBinary([]byte) error { return errRefused }

func (*PrivateKey) Public() crypto.PublicKey { return nil }
