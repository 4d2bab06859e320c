import { catalogue } from '@roundsman/alerting/catalogue'
import type { Queryable } from '../../../platform/db/database.ts'
import { deliveriesAbout, usedUpIn, waitsForMore } from '../../notifications/notifications.public.ts'
import { alertKind } from '../record/alert.store.ts'
import type { AgedAlert } from '../record/history.store.ts'
import { answersFor, isOfOneMoment } from '../record/incidents/outage.policy.ts'
import type { Contact } from '../telling/contact.ts'
import { besideOf, standingOf } from '../telling/told-with.ts'
import { type Reader, writingFor } from '../texts/writing.ts'

/**
 * What a mail says first that stands for an SMS or a call which its reader's budget kept back (D275): else they would wait
 * for the phone to ring. So does one about another step of the same outage, decided with it (D302).
 */
export async function replacementOf(
  orm: Queryable,
  contact: Contact,
  alerts: readonly AgedAlert[],
  reader: Reader,
): Promise<string[]> {
  const beside = await besideOf(orm, contact, alerts)
  // Of each alert what was decided with it of the same outage; of an end (D328) nothing: nobody waits for it as for a phone that rings.
  const outages = alerts.map((one) => {
    if (catalogue.isEnd(one.settingId)) return { isEnd: true, ids: [String(one.id)] }
    const mine = standingOf(one)
    const steps = beside.filter((other) => {
      const isOfOne = answersFor(mine, other) || answersFor(other, mine)
      return isOfOne && isOfOneMoment(mine.atMs, other.atMs)
    })
    return { isEnd: false, ids: [one, ...steps].map(({ id }) => String(id)) }
  })
  const references = [...new Set(outages.flatMap(({ ids }) => ids))]
  const about = await deliveriesAbout(orm, { userId: contact.userId, references, kind: alertKind })
  const { phrases, written } = writingFor(reader)
  return (['sms', 'voice'] as const).flatMap((channel) => {
    const usedUp = outages.flatMap(({ isEnd, ids }) => {
      if (isEnd && channel === 'voice') return []
      const own = about.filter((one) => one.channel === channel && ids.includes(one.about))
      // Where another step's has come, it stands for none.
      if (own.some(({ state }) => state === 'SENT' || state === 'DELIVERED')) return []
      return own.flatMap(({ state, detail }) => (state === 'SUPPRESSED' ? (usedUpIn(detail) ?? []) : []))
    })
    const last = usedUp.at(-1)
    // What may be over in a moment is looked at again (D317): until then nobody knows whether it comes by phone, too.
    const isWaiting = outages.some(
      ({ isEnd, ids }) =>
        !isEnd &&
        about.some(
          (one) => one.channel === channel && one.detail === waitsForMore && ids.includes(one.about),
        ),
    )
    if (last === undefined) return isWaiting ? [phrases.inPlaceOf[channel].wait] : []
    return [phrases.inPlaceOf[channel][last.isShare ? 'share' : 'all'](written.ownTime(last.until))]
  })
}
