// A small node on the Cosmos SDK's own modules at the version whose validators may change their consensus keys.
package main

import (
	"os"

	svrcmd "github.com/cosmos/cosmos-sdk/server/cmd"

	exitwithparent "roundsman.example/realchain/exit-with-parent"
)

func main() {
	exitwithparent.Watch()
	if err := svrcmd.Execute(newRootCommand(), "ROUNDSMAN", defaultHome); err != nil {
		os.Exit(1)
	}
}
