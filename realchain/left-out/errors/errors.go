// Package errors stands for cockroachdb/errors, of which the SDK uses what Go's own package does.
package errors

import (
	"errors"
	"fmt"
)

func New(message string) error { return errors.New(message) }

func Newf(format string, args ...any) error { return fmt.Errorf(format, args...) }

func Errorf(format string, args ...any) error { return fmt.Errorf(format, args...) }

func Is(err, reference error) bool { return errors.Is(err, reference) }

func Join(errs ...error) error { return errors.Join(errs...) }

func CombineErrors(err, other error) error { return errors.Join(err, other) }

func Wrap(err error, message string) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", message, err)
}
