import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { createSimChain, type SimChain } from '@roundsman/simnet/sim-chain'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'

export interface LiveNetwork {
  chain: SimChain
  simnet: Simnet
  /** As an operator would write it. */
  catalogue: object
  /** Who misses a height, by the roster; null: nobody. */
  misserOf(height: number): number | null
  close(): Promise<void>
}

type Script = NonNullable<Parameters<typeof createSimChain>[0]['script']>

const blockMs = 300
const lastHeight = 900

/**
 * A network in real time: a block every 0.3 s; at every fifth height one validator misses, in turn. Validator 5
 * changes its commission at 90 and 170, validator 4 its name at 130. `also`: what else happens.
 */
export async function startLiveNetwork(also: Script = []): Promise<LiveNetwork> {
  const profile = smallProfile({ blockTimeMs: blockMs }, { signedBlocksWindow: 5_000 })
  const misserOf = (height: number) => (height % 5 === 0 && height <= lastHeight ? (height / 5) % 4 : null)
  const heights = Array.from({ length: lastHeight }, (_, index) => index + 1)
  const clock = { now: () => Date.now() }
  const chain = createSimChain({
    profile,
    seed: 'live',
    clock,
    natural: false,
    firstTime: clock.now() - 20 * blockMs,
    script: [
      ...heights.flatMap((at) => {
        const validator = misserOf(at)
        return validator === null ? [] : [{ at, what: 'absent' as const, validator }]
      }),
      { at: 90, what: 'commission', validator: 5, rate: 210_000_000_000_000_000n },
      { at: 130, what: 'moniker', validator: 4, moniker: 'Renamed' },
      { at: 170, what: 'commission', validator: 5, rate: 220_000_000_000_000_000n },
      ...also,
    ],
  })
  const simnet = await startSimnet({ seed: 'live', chains: [chain], clock })
  const catalogue = {
    provider: { name: 'Test', url: 'https://example.org', links: [] },
    notice: null,
    default_blockchain_id: 9,
    networks: [
      {
        blockchain_id: 9,
        host: 'test.localhost',
        domain: 'http://test.localhost:8000',
        name: 'Test',
        symbol: 'HASH',
        logo: 'provenance',
        kind: 'COSMOS',
        is_da_enabled: false,
        chain_id: profile.chainId,
        rpc: simnet.endpoints[profile.blockchainId] ?? [],
      },
    ],
  }
  return { chain, simnet, catalogue, misserOf, close: () => simnet.close() }
}
