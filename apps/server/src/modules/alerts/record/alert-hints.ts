import type { Database, Tx } from '../../../platform/db/database.ts'

/** NOTIFY: there are new alerts, or the alerts that the payload names have changed. */
export const alertHintChannel = 'alert_news'
/** Ids in one hint: its payload may have 8,000 bytes. */
const idsAtOnce = 400

/** Hints, when the transaction commits, that there are new alerts. */
export function hintAdded(db: Pick<Database, 'notify'>, tx: Tx): Promise<void> {
  return db.notify(tx, alertHintChannel, '')
}

/** Hints, when the transaction commits, that alerts have changed, however old they are. */
export async function hintChanged(
  db: Pick<Database, 'notify'>,
  tx: Tx,
  alertIds: readonly number[],
): Promise<void> {
  for (let first = 0; first < alertIds.length; first += idsAtOnce)
    await db.notify(tx, alertHintChannel, alertIds.slice(first, first + idsAtOnce).join())
}

/** The alerts that a hint names. */
export function alertsIn(payload: string): number[] {
  return payload
    .split(',')
    .filter((id) => /^\d+$/.test(id))
    .map(Number)
}
