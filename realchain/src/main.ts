import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { startLocalnet } from './localnet/localnet.ts'
import type { SdkVersion } from './localnet/node-binary.ts'
import { scratchFolder } from './localnet/scratch-folder.ts'

// `npx tsx realchain/src/main.ts [0.55|0.53|0.46] [ed25519|secp256k1]`: a chain of four validators to point the product at, until Ctrl-C.
const asked = process.argv[2] ?? '0.53'
if (asked !== '0.55' && asked !== '0.53' && asked !== '0.46')
  throw new Error(`there are nodes of SDK 0.55, 0.53 and 0.46, not of ${asked}`)
const version: SdkVersion = asked
const keys = process.argv[3] ?? 'ed25519'
if (keys !== 'ed25519' && keys !== 'secp256k1') throw new Error(`keys are ed25519 or secp256k1, not ${keys}`)
const dir = await scratchFolder()
try {
  console.log('Starting (the first time, the node is built: some minutes) …')
  const net = await startLocalnet({ dir, version, keys, chainId: `real-${version.replace('.', '')}` })
  const rpc = net.nodes.map((node) => node.rpcUrl)
  console.log(`Chain ${net.chainId}, Cosmos SDK ${version}. For a network of the catalogue:`)
  console.log(`  "chain_id": ${JSON.stringify(net.chainId)}, "rpc": ${JSON.stringify(rpc)}`)
  console.log('Ctrl-C ends it.')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await net.close()
} finally {
  await rm(dir, { recursive: true, force: true })
}
