package main

import (
	"errors"
	"io"
	"os"

	"cosmossdk.io/client/v2/autocli"
	"cosmossdk.io/depinject"
	"cosmossdk.io/log"
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
	"github.com/cosmos/cosmos-sdk/x/auth/tx"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	genutilcli "github.com/cosmos/cosmos-sdk/x/genutil/client/cli"
)

// ProvideClientContext is exported because depinject refuses functions that are not.
func ProvideClientContext(
	appCodec codec.Codec,
	registry codectypes.InterfaceRegistry,
	txOptions tx.ConfigOptions,
	amino *codec.LegacyAmino,
) (client.Context, error) {
	clientCtx := client.Context{}.
		WithCodec(appCodec).
		WithInterfaceRegistry(registry).
		WithLegacyAmino(amino).
		WithInput(os.Stdin).
		WithAccountRetriever(authtypes.AccountRetriever{}).
		WithHomeDir(defaultHome).
		WithViper("ROUNDSMAN")
	txConfig, err := tx.NewTxConfigWithOptions(appCodec, txOptions)
	if err != nil {
		return client.Context{}, err
	}
	return clientCtx.WithTxConfig(txConfig), nil
}

func newRootCommand() *cobra.Command {
	var (
		autoCli   autocli.AppOptions
		basics    module.BasicManager
		clientCtx client.Context
	)
	err := depinject.Inject(
		depinject.Configs(appConfig(), depinject.Supply(log.NewNopLogger()), depinject.Provide(ProvideClientContext)),
		&autoCli, &basics, &clientCtx,
	)
	if err != nil {
		panic(err)
	}

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
	)
	server.AddCommands(root, defaultHome, newApp, refuseExport, func(*cobra.Command) {})
	if err := autoCli.EnhanceRootCommand(root); err != nil {
		panic(err)
	}
	addSignalCommands(root, clientCtx.InterfaceRegistry)
	return root
}

func refuseExport(
	log.Logger, dbm.DB, io.Writer, int64, bool, []string, servertypes.AppOptions, []string,
) (servertypes.ExportedApp, error) {
	return servertypes.ExportedApp{}, errors.New("this node does not export its state")
}
