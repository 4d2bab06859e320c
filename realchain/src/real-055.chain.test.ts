import { describeConformance } from './conformance/conformance-suite.ts'
import { governing, upgrading } from './conformance/scenarios/governing.ts'
import { jailing } from './conformance/scenarios/jailing.ts'
import { lying } from './conformance/scenarios/lying.ts'
import { rotating } from './conformance/scenarios/rotating.ts'
import { signing } from './conformance/scenarios/signing.ts'
import { goVersion } from './localnet/node-binary.ts'
import { openRealChain } from './real-chain.ts'

// Two things at once, since neither changes what the other is about: the newest SDK, on which keys can be rotated, and
// another kind of key, which changes what is signed and how it is proven. What else happens to validators is as on 0.53.
describeConformance({
  kind: 'a real chain on Cosmos SDK 0.55 and CometBFT 0.40 with secp256k1 consensus keys',
  open: () => openRealChain('0.55', 'secp256k1'),
  unless: (await goVersion()) === null ? 'Go is not on the PATH' : null,
  scenarios: [...signing, ...rotating, ...jailing, ...lying, ...governing, ...upgrading],
})
