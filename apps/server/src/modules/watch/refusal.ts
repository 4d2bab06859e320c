import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import type { RefusalKind } from '@roundsman/contract/validators'
import type { NetworkRow } from './watch.schema.ts'

export interface Refusal {
  chainId: string | null
  kind: RefusalKind
  /** A sentence for the operator. */
  reason: string
}

/**
 * Why a chain that answers is not the one that is followed, or null. It is not touched then until `network accept`;
 * when the right one answers again, following goes on by itself. `databaseNow`: the database's clock, Unix ms.
 */
export function refusalOf(
  row: Pick<NetworkRow, 'chainId' | 'headHeight' | 'headAt' | 'observedAt'>,
  pool: Pick<EndpointPool, 'claim' | 'views' | 'maySpeakSoon'>,
  databaseNow: number,
): Refusal | null {
  const claim = pool.claim()
  if (claim?.inStep === true) {
    const isLower = row.headHeight !== null && claim.height < row.headHeight
    const isNewer = row.headAt !== null && claim.time > row.headAt
    if (!isLower || !isNewer || row.chainId === null || pool.maySpeakSoon()) return null
    const reason = `height ${claim.height} is newer than height ${row.headHeight}: the chain has begun again`
    return { chainId: row.chainId, kind: 'BEGUN_AGAIN', reason }
  }
  const views = pool.views()
  if (views.some(({ state }) => state === 'OK' || state === 'BEHIND' || state === 'CATCHING_UP')) return null
  if (mayComeBack(row, pool, databaseNow)) return null
  const other = views.find(({ state, chainId }) => state === 'WRONG_NETWORK' && chainId !== null)
  if (!other || other.chainId === null) return null
  const reason = `${other.host} is on the chain ${other.chainId}`
  return { chainId: other.chainId, kind: 'OTHER_CHAIN', reason }
}

/** Whoever was on the known chain within so many ms may have a moment's trouble and no more. */
const backSoonMs = 60_000

/**
 * Some endpoint fails that may say in a moment that the known chain goes on: what is left has not the last word. A
 * process that has just begun has heard none of them, and knows from the row that one answered.
 */
function mayComeBack(
  { observedAt }: Pick<NetworkRow, 'observedAt'>,
  pool: Pick<EndpointPool, 'views' | 'maySpeakSoon'>,
  databaseNow: number,
): boolean {
  if (pool.maySpeakSoon()) return true
  const isRecent = observedAt !== null && databaseNow - observedAt <= backSoonMs
  return isRecent && pool.views().some(({ state }) => state === 'FAILING')
}
