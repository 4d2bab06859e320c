import { describeConformance } from './conformance/conformance-suite.ts'
import { lying } from './conformance/scenarios/lying.ts'
import { signing } from './conformance/scenarios/signing.ts'
import { goVersion } from './localnet/node-binary.ts'
import { openRealChain } from './real-chain.ts'

// Another kind of key changes what is signed and how it is proven, nothing of what happens to validators.
describeConformance({
  kind: 'a real chain on Cosmos SDK 0.53 with secp256k1 consensus keys',
  open: () => openRealChain('0.53', 'secp256k1'),
  unless: (await goVersion()) === null ? 'Go 1.24 or newer is not on the PATH' : null,
  scenarios: [...signing, ...lying],
})
