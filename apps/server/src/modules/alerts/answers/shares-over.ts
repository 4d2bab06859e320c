import { catalogue } from '@roundsman/alerting/catalogue'
import { settingId } from '@roundsman/contract/alerts/alerts'
import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import type { AgedAlert } from '../record/history.store.ts'
import type { RowBack } from '../record/incidents/rows-back.store.ts'
import { beginsMisses } from '../record/incidents/outage.policy.ts'
import { type Reader, writingFor } from '../texts/writing.ts'
import type { FiguresNow } from '../messages/figures-now.ts'

// What a call says of a share of the window once the outage that made it is over (E414): that its validator signs, and what is missed now.

const row = catalogue.conditions.find(
  ({ subject, threshold }) => subject === 'missed_in_a_row' && threshold === missingBlocks,
)
const rowBegan = row ? settingId(row.id, 'FALSE_TO_TRUE') : null
const rowEnded = row ? settingId(row.id, 'TRUE_TO_FALSE') : null

/** As the row of missed blocks that made it, which is over since then; null: nobody knows since when. */
export function asRowOver(one: AgedAlert, signedAt: Date | null): AgedAlert {
  return rowBegan === null ? one : { ...one, settingId: rowBegan, endedAt: signedAt }
}

export function isOfShare({ settingId: id }: Pick<AgedAlert, 'settingId'>): boolean {
  return catalogue.meaning(id)?.condition.subject === 'window_missed'
}

/** Missed blocks but a share of the window that single misses made, of which one more or less says nothing. */
export function isOfRow(one: Pick<AgedAlert, 'settingId' | 'evidence'>): boolean {
  return (
    beginsMisses(one.settingId) &&
    (!isOfShare(one) || (one.evidence.consecutive_missed ?? 0) >= missingBlocks)
  )
}

/** As what is over since its validator signs again, with the blocks of its outage. */
export function asRowBack(one: AgedAlert, back: RowBack | undefined): AgedAlert {
  if (back === undefined) return one
  const { missed, signedAt } = back
  const over = isOfShare(one) ? asRowOver(one, signedAt) : { ...one, endedAt: one.endedAt ?? signedAt }
  return missed === null ? over : { ...over, evidence: { ...over.evidence, missed_since: missed } }
}

/** Whether it is the end of the row of missed blocks that made a share of the window. */
export function isEndOfRow(end: Pick<AgedAlert, 'settingId' | 'evidence'>, share: AgedAlert): boolean {
  const { began_at: began } = share.evidence
  return end.settingId === rowEnded && began !== undefined && end.evidence.began_at === began
}

/** "Missed 316 of the last 2,000 blocks.", of one validator, where it is known. */
export async function missedNow(
  figures: Pick<FiguresNow, 'validator'>,
  alerts: readonly AgedAlert[],
  reader: Reader,
): Promise<string[]> {
  const [one] = alerts
  if (one?.validatorId == null) return []
  const now = await figures.validator(one.networkId, one.validatorId)
  const { missed_blocks: missed = null, signed_blocks_window: window = null } = now?.row ?? {}
  if (missed === null || window === null) return []
  const { phrases, spoken } = writingFor(reader)
  const isExact = now?.row.missed_blocks_exact !== false
  return [phrases.missedOfWindow(spoken.number(missed), spoken.number(window), isExact)]
}
