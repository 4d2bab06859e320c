import type { ChainState } from '@roundsman/cometbft/domain'
import { createNodeClient } from '@roundsman/cometbft/node-client'
import { createRpcClient } from '@roundsman/cometbft/rpc-client'
import { expect } from 'vitest'
import type { ChainUnderTest } from './chain-under-test.ts'

/** Own stakes in these states are all proven, and what the endpoint at this address says by x/staking's own query. */
export async function expectOwnStakes(
  { fetch, now, timeoutSignal }: Pick<ChainUnderTest, 'fetch' | 'now' | 'timeoutSignal'>,
  url: string,
  states: readonly ChainState[],
): Promise<void> {
  const rpc = createRpcClient({ url, fetch, clock: { monotonic: now }, timeoutSignal })
  const node = createNodeClient(rpc)
  for (const { height, staking, selfDelegations } of states) {
    const read = [...selfDelegations]
    expect(read.map(([, { source }]) => source.assurance)).toEqual(read.map(() => 'PROVEN'))
    const stakes = new Map(read.map(([operator, { tokens }]) => [operator, tokens]))
    expect(stakes).toEqual(await node.selfDelegations([...stakes.keys()], height))
    // Five in turn: of the few that these chains have, all.
    expect(stakes.size).toBe(staking?.validators.length)
  }
}
