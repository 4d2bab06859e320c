package main

import (
	"slices"

	storetypes "cosmossdk.io/store/types"
	"github.com/celestiaorg/celestia-app/v6/x/signal"
	signaltypes "github.com/celestiaorg/celestia-app/v6/x/signal/types"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/runtime"
	stakingkeeper "github.com/cosmos/cosmos-sdk/x/staking/keeper"
)

// addSignal adds Celestia's x/signal, which knows nothing of depinject, to an app that is built and not loaded yet.
func addSignal(app *runtime.App, appCodec codec.Codec, staking *stakingkeeper.Keeper) error {
	key := storetypes.NewKVStoreKey(signaltypes.StoreKey)
	if err := app.RegisterStores(key); err != nil {
		return err
	}
	return app.RegisterModules(signal.NewAppModule(signal.NewKeeper(appCodec, key, staking)))
}

// addSignalCommands lets the program send what x/signal takes: of the module, too, depinject knows nothing.
func addSignalCommands(root *cobra.Command, registry codectypes.InterfaceRegistry) {
	signaltypes.RegisterInterfaces(registry)
	commands := root.Commands()
	tx := commands[slices.IndexFunc(commands, func(one *cobra.Command) bool { return one.Name() == "tx" })]
	tx.AddCommand(signal.AppModule{}.GetTxCmd())
}
