package main

import (
	"io"
	"os"
	"path/filepath"

	upgrademodulev1 "cosmossdk.io/api/cosmos/upgrade/module/v1"
	"cosmossdk.io/core/appconfig"
	"cosmossdk.io/depinject"
	"cosmossdk.io/log"
	_ "cosmossdk.io/x/evidence"
	_ "cosmossdk.io/x/upgrade"
	dbm "github.com/cosmos/cosmos-db"

	appv1alpha1 "cosmossdk.io/api/cosmos/app/v1alpha1"

	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/runtime"
	"github.com/cosmos/cosmos-sdk/server"
	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"github.com/cosmos/cosmos-sdk/testutil/configurator"
	"github.com/cosmos/cosmos-sdk/types/module"
	_ "github.com/cosmos/cosmos-sdk/x/auth"
	_ "github.com/cosmos/cosmos-sdk/x/auth/tx/config"
	_ "github.com/cosmos/cosmos-sdk/x/authz/module"
	_ "github.com/cosmos/cosmos-sdk/x/bank"
	_ "github.com/cosmos/cosmos-sdk/x/consensus"
	_ "github.com/cosmos/cosmos-sdk/x/distribution"
	"github.com/cosmos/cosmos-sdk/x/genutil"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	_ "github.com/cosmos/cosmos-sdk/x/gov"
	_ "github.com/cosmos/cosmos-sdk/x/mint"
	_ "github.com/cosmos/cosmos-sdk/x/params"
	_ "github.com/cosmos/cosmos-sdk/x/slashing"
	_ "github.com/cosmos/cosmos-sdk/x/staking"
	stakingkeeper "github.com/cosmos/cosmos-sdk/x/staking/keeper"
)

var defaultHome = filepath.Join(os.TempDir(), "roundsman-realchain")

func withUpgrade(config *configurator.Config) {
	config.ModuleConfigs["upgrade"] = &appv1alpha1.ModuleConfig{
		Name:   "upgrade",
		Config: appconfig.WrapAny(&upgrademodulev1.Module{}),
	}
}

func appConfig() depinject.Config {
	// The genesis commands cast this one to its own type; the adaptor that they would find otherwise panics there.
	basics := map[string]module.AppModuleBasic{
		genutiltypes.ModuleName: genutil.NewAppModuleBasic(genutiltypes.DefaultMessageValidator),
	}
	return depinject.Configs(depinject.Supply(basics), configurator.NewAppConfig(
		configurator.AuthModule(),
		configurator.AuthzModule(),
		configurator.BankModule(),
		configurator.StakingModule(),
		configurator.SlashingModule(),
		configurator.EvidenceModule(),
		configurator.DistributionModule(),
		configurator.MintModule(),
		configurator.GovModule(),
		configurator.ParamsModule(),
		configurator.ConsensusModule(),
		configurator.GenutilModule(),
		configurator.TxModule(),
		withUpgrade,
		// Without "auth" here the start panics: "all modules must be defined when setting SetOrderPreBlockers".
		configurator.WithCustomPreBlockersOrder("upgrade", "auth"),
	))
}

func newApp(logger log.Logger, db dbm.DB, trace io.Writer, options servertypes.AppOptions) servertypes.Application {
	var (
		builder  *runtime.AppBuilder
		appCodec codec.Codec
		staking  *stakingkeeper.Keeper
	)
	configs := depinject.Configs(appConfig(), depinject.Supply(logger, options))
	if err := depinject.Inject(configs, &builder, &appCodec, &staking); err != nil {
		panic(err)
	}
	app := builder.Build(db, trace, server.DefaultBaseappOptions(options)...)
	if err := addSignal(app, appCodec, staking); err != nil {
		panic(err)
	}
	if err := app.Load(true); err != nil {
		panic(err)
	}
	return app
}
