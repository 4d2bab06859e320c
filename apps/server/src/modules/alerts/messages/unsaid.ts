import type { Database } from '../../../platform/db/database.ts'
import type { Remaining } from '../../notifications/notifications.public.ts'
import { mutedDetail } from '../record/mute.store.ts'
import { holdBack } from '../silences/settle-silences.ts'
import { silencedDetail } from '../silences/silence.store.ts'
import type { stillSo } from '../telling/ends/quiet.ts'

/** What was gathered and is muted by now is not told (E277), and nobody tells it later. */
export function mutedOf(muted: ReadonlySet<number>): Omit<Remaining, 'message' | 'toldAlready'> {
  const references = [...muted].map(String)
  const hold = () => Promise.resolve(true)
  return { leftOut: [], heldBack: muted.size === 0 ? null : { references, detail: mutedDetail, hold } }
}

/** What is not told of what has waited, and why. */
export function unsaidOf(
  db: Pick<Database, 'now' | 'notify'>,
  of: { userId: number; networkId: number },
  references: readonly string[],
  { told, silenced }: Awaited<ReturnType<typeof stillSo>>,
): Omit<Remaining, 'message' | 'toldAlready'> {
  const held = new Set(silenced.map(({ id }) => String(id)))
  return {
    leftOut: references.filter((reference) => !told.has(Number(reference)) && !held.has(reference)),
    heldBack:
      held.size === 0
        ? null
        : {
            references: [...held],
            detail: silencedDetail,
            hold: (tx) => holdBack(tx, db, of, silenced),
          },
  }
}
