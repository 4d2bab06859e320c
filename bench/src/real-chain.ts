import { rm } from 'node:fs/promises'
import { startLocalnet } from '../../realchain/src/localnet/localnet.ts'
import { scratchFolder } from '../../realchain/src/localnet/scratch-folder.ts'
import type { Chains } from './chains.ts'

/** Four nodes of Cosmos SDK 0.53 with half-second blocks, as network 1. Needs Go, and minutes to build the first time. */
export async function realChain(): Promise<Chains> {
  const dir = await scratchFolder()
  const net = await startLocalnet({ dir, version: '0.53', chainId: 'bench-1', room: 'bench' })
  return {
    endpoints: { '1': net.nodes.map(({ rpcUrl }) => rpcUrl) },
    differs: { chain_id: net.chainId },
    simnet: null,
    setRunning: (validator, isRunning) =>
      isRunning ? net.node(validator).start() : net.node(validator).stop(),
    async stop() {
      await net.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
