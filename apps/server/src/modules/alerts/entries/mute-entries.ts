import type { AlertEntry } from '@roundsman/contract/alerts'
import type { Body } from '@roundsman/contract/endpoints'
import type { Database } from '../../../platform/db/database.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import { entriesView } from './entry-view.ts'
import { lockEntries, muteOwnEntries } from './entry.store.ts'
import { targetIdsOf } from './target-names.ts'

/** What both ends of a time can be written down by. */
const lastTime = Date.UTC(9999, 0)

/**
 * Mutes entries of a user until a time, or not any more where it is null or over; all of them or none.
 *
 * @throws ProblemError 404 where one of them is not there, or is another user's
 */
export async function muteEntries(
  db: Pick<Database, 'transaction' | 'now'>,
  userId: number,
  { entry_ids, until }: Body<'muteAlerts'>,
): Promise<AlertEntry[]> {
  const ids = [...new Set(entry_ids)]
  const time = until === null ? null : new Date(Math.min(Math.max(0, Date.parse(until)), lastTime))
  return db.transaction(async (tx) => {
    await lockEntries(tx, userId)
    const rows = await muteOwnEntries(tx, db.now(), { userId, ids, until: time })
    if (rows.length < ids.length) throw new ProblemError('not_found')
    const entries: AlertEntry[] = []
    for (const networkId of new Set(rows.map((row) => row.networkId))) {
      const own = rows.filter((row) => row.networkId === networkId)
      entries.push(...entriesView(own, await targetIdsOf(tx, networkId, own)))
    }
    return entries.sort((a, b) => a.id - b.id)
  })
}
