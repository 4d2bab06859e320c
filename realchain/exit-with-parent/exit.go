// Package exitwithparent is what all nodes have in common: they end with the test run that started them.
package exitwithparent

import (
	"io"
	"os"
	"syscall"
)

// Watch ends this node in the orderly way when whoever started it is gone: its standard input is then closed. A test run
// that is killed leaves no chain behind.
func Watch() {
	if os.Getenv("ROUNDSMAN_NODE_TETHER") == "" {
		return
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
	}()
}
