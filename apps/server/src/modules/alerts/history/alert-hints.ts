import type { Database, Tx } from '../../../platform/db/database.ts'

/** The hint that somebody was told of something, or that the alerts which it names are other than they were. */
export const alertNewsChannel = 'alert_news'
/** Ids in one hint: its payload may have 8,000 bytes. */
const idsAtOnce = 400

/** Hints, when the transaction commits, that somebody was told of something. */
export function hintTold(db: Pick<Database, 'notify'>, tx: Tx): Promise<void> {
  return db.notify(tx, alertNewsChannel, '')
}

/** Hints, when the transaction commits, that alerts are other than they were, however old. */
export async function hintChanged(
  db: Pick<Database, 'notify'>,
  tx: Tx,
  alertIds: readonly number[],
): Promise<void> {
  for (let first = 0; first < alertIds.length; first += idsAtOnce)
    await db.notify(tx, alertNewsChannel, alertIds.slice(first, first + idsAtOnce).join())
}

/** The alerts that a hint names. */
export function alertsIn(payload: string): number[] {
  return payload
    .split(',')
    .filter((id) => /^\d+$/.test(id))
    .map(Number)
}
