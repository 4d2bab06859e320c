import type { ChainState } from './domain.ts'
import type { NodeClient } from './node-client.ts'

/**
 * The state of a chain at one height, complete (all pages) or an error (`ChainReadError`). `staking` or `slashing`
 * is null only where the chain answers, to every query of that module, that it knows no such path.
 */
export type ReadChainState = (node: NodeClient, height: number) => Promise<ChainState>
