// Package pebble stands for a database that nodes may be told to use. It cannot be opened; those of the tests use LevelDB.
package pebble

import (
	"errors"
	"io"
)

var (
	ErrNotFound = errors.New("pebble: not found")
	errRefused  = errors.New("nodes of the test chains are built without pebble")
)

type Logger interface {
	Infof(format string, args ...any)
	Fatalf(format string, args ...any)
}

var DefaultLogger Logger = silent{}

type silent struct{}

func (silent) Infof(string, ...any) {}

func (silent) Fatalf(string, ...any) {}

type Options struct {
	Logger                   Logger
	MaxConcurrentCompactions func() int
	MaxOpenFiles             int
}

func (o *Options) EnsureDefaults() *Options { return o }

type WriteOptions struct{}

var Sync, NoSync = &WriteOptions{}, &WriteOptions{}

type IterOptions struct{ LowerBound, UpperBound []byte }

type DB struct{}

func Open(string, *Options) (*DB, error) { return nil, errRefused }

func (*DB) Get([]byte) ([]byte, io.Closer, error) { return nil, nil, errRefused }

func (*DB) Set(_, _ []byte, _ *WriteOptions) error { return errRefused }

func (*DB) Delete([]byte, *WriteOptions) error { return errRefused }

func (*DB) Compact(_, _ []byte, _ bool) error { return errRefused }

func (*DB) Close() error { return errRefused }

func (*DB) NewBatch() *Batch { return nil }

func (*DB) NewIter(*IterOptions) (*Iterator, error) { return nil, errRefused }

type Batch struct{}

func (*Batch) Set(_, _ []byte, _ *WriteOptions) error { return errRefused }

func (*Batch) Delete([]byte, *WriteOptions) error { return errRefused }

func (*Batch) Commit(*WriteOptions) error { return errRefused }

func (*Batch) Close() error { return errRefused }

func (*Batch) Len() int { return 0 }

type Iterator struct{}

func (*Iterator) First() bool { return false }

func (*Iterator) Last() bool { return false }

func (*Iterator) Next() bool { return false }

func (*Iterator) Prev() bool { return false }

func (*Iterator) Valid() bool { return false }

func (*Iterator) Key() []byte { return nil }

func (*Iterator) Value() []byte { return nil }

func (*Iterator) Error() error { return errRefused }

func (*Iterator) Close() error { return nil }
