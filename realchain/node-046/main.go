// The simulated application of SDK 0.46, which speaks CometBFT 0.34: the older wire shape that Althea still has.
package main

import (
	"os"

	svrcmd "github.com/cosmos/cosmos-sdk/server/cmd"
	"github.com/cosmos/cosmos-sdk/simapp"
	"github.com/cosmos/cosmos-sdk/simapp/simd/cmd"

	exitwithparent "roundsman.example/realchain/exit-with-parent"
)

func main() {
	exitwithparent.Watch()
	rootCmd, _ := cmd.NewRootCmd()
	if err := svrcmd.Execute(rootCmd, "", simapp.DefaultNodeHome); err != nil {
		os.Exit(1)
	}
}
