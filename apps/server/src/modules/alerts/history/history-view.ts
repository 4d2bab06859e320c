import { catalogue } from '@roundsman/alerting/catalogue'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { maskedPhone } from '../../accounts/accounts.public.ts'
import { contractName, type DeliveryRow } from '../../notifications/notifications.public.ts'
import { factsOf, type NamedNetwork } from '../telling/compose.ts'
import type { HistoryRow } from './history.store.ts'
import type { Reader } from '../telling/texts/alert-facts.ts'
import { alertSentences } from '../telling/texts/alert-forms.ts'

/** An alert as its reader is shown it; null where the catalogue does not know its setting any more. */
export function historyItem(
  row: HistoryRow,
  deliveries: readonly DeliveryRow[],
  { network, reader }: { network: NamedNetwork; reader: Reader },
): AlertHistoryItem | null {
  const { id, at, height, validatorId, bridgeId, targetName, settingId, type, severity, evidence } = row
  const facts = factsOf(row, network, reader.language)
  const meaning = catalogue.meaning(settingId)
  if (!facts || !meaning) return null
  return {
    id,
    at: at.toISOString(),
    height,
    target_type: meaning.condition.targetType,
    blockchain_validator_id: validatorId,
    bridge_id: bridgeId,
    target_name: targetName,
    setting_id: settingId,
    type,
    trigger: meaning.trigger,
    severity,
    title: facts.title,
    message: alertSentences(facts, reader),
    evidence: { ...evidence },
    acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
    acknowledged_via: row.acknowledgedVia,
    deliveries: deliveries.flatMap(deliveryView),
  }
}

/** What became of a message, as its reader is shown it; none where the program does not know its channel any more. */
export function deliveryView(row: DeliveryRow): AlertHistoryItem['deliveries'] {
  const { id, recipient, state, attempts, updatedAt, detail } = row
  const channel = contractName(row.channel)
  if (channel === null) return []
  return [{ id, channel, to: masked(recipient), state, attempts, detail, at: updatedAt.toISOString() }]
}

/** Enough for its owner to know which one is meant; nothing of one that is gone. */
function masked(recipient: string): string {
  const [name = '', domain] = recipient.split('@')
  if (domain !== undefined) return `${name.slice(0, 1)}…@${domain}`
  return recipient === '' ? '' : maskedPhone(recipient)
}
