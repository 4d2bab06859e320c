// A small node on the Cosmos SDK's own modules, for the suite of realchain/ to drive.
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
