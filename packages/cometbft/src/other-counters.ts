import { type CounterBounds, isExact } from './counter-bounds.ts'
import type { ConsensusHex, SigningInfo } from './domain.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { ChainReadError } from './errors.ts'

/** x/slashing's counters as another host says them, by consensus address. */
export interface OtherCounters {
  host: string
  infos: ReadonlyMap<ConsensusHex, SigningInfo>
}

/**
 * The counters of a height as a host says them that is not `host`. Where the letters do not say what leaves the window,
 * blocks do not show that a counter is held level or falls too soon; another host does, in one call. Null where every
 * counter is known to be one number, and where no other host answers.
 */
export async function otherCounters(
  pool: Pick<EndpointPool, 'use'>,
  { height, counters }: { height: number; counters: ReadonlyMap<ConsensusHex, CounterBounds> },
  host: string,
): Promise<OtherCounters | null> {
  if ([...counters.values()].every(isExact)) return null
  try {
    return await pool.use(
      async (node) => {
        if (node.host === host) return null
        const infos = await node.signingInfos(height)
        return { host: node.host, infos: new Map(infos.map((info) => [info.consensus, info])) }
      },
      { otherThan: [host] },
    )
  } catch (error) {
    if (error instanceof ChainReadError) return null
    throw error
  }
}
