import { describeConformance } from './conformance/conformance-suite.ts'
import { goVersion } from './localnet/node-binary.ts'
import { openRealChain } from './real-chain.ts'

describeConformance({
  kind: 'a real chain on Cosmos SDK 0.53 and CometBFT 0.38',
  open: () => openRealChain('0.53'),
  unless: (await goVersion()) === null ? 'Go 1.24 or newer is not on the PATH' : null,
})
