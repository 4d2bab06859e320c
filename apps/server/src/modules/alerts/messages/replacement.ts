import type { Queryable } from '../../../platform/db/database.ts'
import { deliveriesAbout, usedUpIn } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'
import { type Reader, writingFor } from '../texts/writing.ts'

/**
 * What a mail says first that stands for an SMS or a call which its reader's budget kept back (D275): else they would wait
 * for the phone to ring.
 */
export async function replacementOf(
  orm: Queryable,
  of: { userId: number; references: readonly string[] },
  reader: Reader,
): Promise<string[]> {
  const about = await deliveriesAbout(orm, { ...of, kind: alertKind })
  const { phrases, written } = writingFor(reader)
  return (['sms', 'voice'] as const).flatMap((channel) => {
    const kept = about.filter((one) => one.channel === channel && one.state === 'SUPPRESSED')
    const usedUp = kept.flatMap(({ detail }) => usedUpIn(detail) ?? []).at(-1)
    if (usedUp === undefined) return []
    return [phrases.inPlaceOf[channel][usedUp.isShare ? 'share' : 'all'](written.ownTime(usedUp.until))]
  })
}
