package main

import (
	"errors"
	"os"

	"cosmossdk.io/depinject"
	"cosmossdk.io/log/v2"
	cmtcfg "github.com/cometbft/cometbft/config"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/config"
	"github.com/cosmos/cosmos-sdk/client/keys"
	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	"github.com/cosmos/cosmos-sdk/server"
	serverconfig "github.com/cosmos/cosmos-sdk/server/config"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	genutilcli "github.com/cosmos/cosmos-sdk/x/genutil/client/cli"
)

// What commands know of the chain.
func newClientContext() (client.Context, module.BasicManager) {
	var (
		basics    module.BasicManager
		appCodec  codec.Codec
		registry  codectypes.InterfaceRegistry
		amino     *codec.LegacyAmino
		txConfig  client.TxConfig
		container = depinject.Configs(appConfig(), depinject.Supply(log.NewNopLogger()))
	)
	if err := depinject.Inject(container, &basics, &appCodec, &registry, &amino, &txConfig); err != nil {
		panic(err)
	}
	return client.Context{}.
		WithCodec(appCodec).
		WithInterfaceRegistry(registry).
		WithLegacyAmino(amino).
		WithTxConfig(txConfig).
		WithInput(os.Stdin).
		WithAccountRetriever(authtypes.AccountRetriever{}).
		WithHomeDir(defaultHome).
		WithViper("ROUNDSMAN"), basics
}

func newRootCommand() *cobra.Command {
	clientCtx, basics := newClientContext()
	root := &cobra.Command{
		Use:          "roundsman-node",
		SilenceUsage: true,
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			ctx, err := client.ReadPersistentCommandFlags(clientCtx.WithCmdContext(cmd.Context()), cmd.Flags())
			if err != nil {
				return err
			}
			if ctx, err = config.ReadFromClientConfig(ctx); err != nil {
				return err
			}
			if err = client.SetCmdClientContextHandler(ctx, cmd); err != nil {
				return err
			}
			appConfig := serverconfig.DefaultConfig()
			appConfig.MinGasPrices = "0stake"
			return server.InterceptConfigsPreRunHandler(cmd, serverconfig.DefaultConfigTemplate, appConfig, cmtcfg.DefaultConfig())
		},
	}
	root.AddCommand(
		genutilcli.InitCmd(basics, defaultHome),
		genutilcli.Commands(clientCtx.TxConfig, basics, defaultHome),
		keys.Commands(),
		newTxCommand(clientCtx.TxConfig),
	)
	server.AddCommands(root, defaultHome, newApp, refuseExport, func(*cobra.Command) {})
	return root
}

func refuseExport(
	log.Logger, dbm.DB, int64, bool, []string, servertypes.AppOptions, []string,
) (servertypes.ExportedApp, error) {
	return servertypes.ExportedApp{}, errors.New("this node does not export its state")
}
