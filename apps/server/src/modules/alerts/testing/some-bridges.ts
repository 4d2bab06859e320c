import type { BridgeSource, BridgeState } from '@roundsman/bridges/bridge-state'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'

interface SomeBridge {
  networkId?: number
  peerId: string
  source?: BridgeSource
  /** As the owner of its token calls it. */
  name?: string
  state?: Partial<BridgeState>
}

let tokens = 0

/** Puts a bridge into a network, as the intake would have; gives its id. A pushed one belongs to some user there is. */
export async function addBridge(
  orm: Queryable,
  { networkId = 1, peerId, source = 'OTLP', name = 'Bridge', state = {} }: SomeBridge,
): Promise<number> {
  tokens += 1
  const known: BridgeState = {
    ...{ height: 100, isHeightKnown: true, networkHeight: 100, behindSince: null, mayFall: false },
    ...{ version: null, startedAt: null, otherStartedAt: null, interleavedAt: null, reportAt: null },
    ...{ updatedAt: 0, ...state },
  }
  const { rows } = await orm.execute<{ id: number }>(sql`
    with token as (
      insert into bridge_token (user_id, network_id, name, hash, peer_id, created_at)
      select max(id), ${networkId}, ${name}, ${`hash ${tokens}`}, ${peerId}, now() from user_account
      where ${source} = 'OTLP' having max(id) is not null returning id)
    insert into bridge (network_id, peer_id, source, namespace, token_id, state, seq)
    values (${networkId}, ${peerId}, ${source}, 'here', (select id from token), ${JSON.stringify(known)}::jsonb, 1)
    returning id`)
  const [row] = rows
  if (!row) throw new Error('no bridge was added')
  return row.id
}
