package main

import (
	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/client/tx"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authcli "github.com/cosmos/cosmos-sdk/x/auth/client/cli"
	authzcli "github.com/cosmos/cosmos-sdk/x/authz/client/cli"
	bankcli "github.com/cosmos/cosmos-sdk/x/bank/client/cli"
	govcli "github.com/cosmos/cosmos-sdk/x/gov/client/cli"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	stakingcli "github.com/cosmos/cosmos-sdk/x/staking/client/cli"
)

// Those that the suite sends, in the words that autocli makes of them at earlier versions. Without autocli there is a
// module less to compile, and those that only it needs.
func newTxCommand(config client.TxConfig) *cobra.Command {
	accounts := config.SigningContext().AddressCodec()
	validators := config.SigningContext().ValidatorAddressCodec()
	transactions := &cobra.Command{Use: "tx"}
	slashing := &cobra.Command{Use: slashingtypes.ModuleName}
	slashing.AddCommand(newUnjailCommand())
	transactions.AddCommand(bankcli.NewTxCmd(accounts), stakingcli.NewTxCmd(validators, accounts), slashing)
	transactions.AddCommand(govcli.NewTxCmd(nil), authzcli.GetTxCmd(accounts))
	transactions.AddCommand(authcli.GetSignCommand(), authcli.GetEncodeCommand())
	return transactions
}

func newUnjailCommand() *cobra.Command {
	command := &cobra.Command{
		Use:  "unjail",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, err := client.GetClientTxContext(cmd)
			if err != nil {
				return err
			}
			message := slashingtypes.NewMsgUnjail(sdk.ValAddress(ctx.GetFromAddress()).String())
			return tx.GenerateOrBroadcastTxCLI(ctx, cmd.Flags(), message)
		},
	}
	flags.AddTxFlagsToCmd(command)
	return command
}
