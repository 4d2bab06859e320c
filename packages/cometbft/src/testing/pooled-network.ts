import { ChainReadError } from '../errors.ts'
import { createFakeChain, type FakeChain } from './fake-chain.ts'
import { createFakeNetwork, type FakeNetworkOptions } from './fake-network.ts'

export function networkOf(options: FakeNetworkOptions) {
  const network = createFakeNetwork(options)
  const { pool } = network
  const states = () => pool.views().map(({ state }) => state)
  const hostInUse = () => pool.use((node) => Promise.resolve(node.host))
  /** What a walk does: the newest block of an endpoint is believed. */
  const see = (hasHeight = 1) =>
    pool.use(
      async (node, { height }) => {
        const { header } = await node.commit(height ?? 0)
        pool.believe(node.host, header)
      },
      { hasHeight },
    )
  return { ...network, states, hostInUse, see }
}

export function otherChain(chainId: string, startTime: number): FakeChain {
  const chain = createFakeChain({ chainId, startTime })
  chain.growBy(100)
  return chain
}

export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ChainReadError ? error : new Error(`not typed: ${String(error)}`)),
  )
