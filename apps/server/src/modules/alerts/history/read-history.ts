import { missingBlocks } from '@roundsman/contract/networks/validator-state'
import { catalogue } from '@roundsman/alerting/catalogue'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Query } from '@roundsman/contract/endpoints'
import type { Language } from '@roundsman/contract/accounts/users'
import type { Database } from '../../../platform/db/database.ts'
import { maskedAddress, maskedPhone, readerOf } from '../../accounts/accounts.public.ts'
import { peerIdsOf } from '../../bridges/bridges.public.ts'
import type { Networks } from '../../networks/networks.public.ts'
import {
  attemptsMade,
  callOverDetail,
  givenContactIn,
  contractName,
  deliveriesAbout,
  deliveriesOfUsers,
  hasRoundBehind,
  type DeliveryAbout,
  type DeliveryRow,
} from '../../notifications/notifications.public.ts'
import { reminderKind, stepIn } from '../escalation/escalation.store.ts'
import { doneSteps, escalationsOf, type ReadEscalation } from '../escalation/read-escalations.store.ts'
import { validatorsById } from '../../watch/watch.public.ts'
import { alertKind } from '../record/alert.store.ts'
import { keysOf } from '../entries/entry-targets.ts'
import { conditionName, factsOf, type NamedNetwork } from '../messages/alert-facts.ts'
import { programs } from '../record/programs.ts'
import { historyOf, type HistoryRow } from '../record/history.store.ts'
import { alertSentences, heldSince } from '../texts/alert-text.ts'
import { titleOfEnd } from '../texts/governance/governance-text.ts'
import { type Reader, writingFor } from '../texts/writing.ts'
import { type AlertStatus, shownStatusesOf } from './alert-status.ts'

interface HistoryRequest extends Omit<Query<'alertHistory'>, 'limit'> {
  userId: number
  networkId: number
  limit: number
  language: Language
}

/** What concerned a user on a network, with their own deliveries. */
export async function readHistory(
  db: Pick<Database, 'orm' | 'now'>,
  networks: Pick<Networks, 'byId'>,
  request: HistoryRequest,
): Promise<AlertHistoryItem[]> {
  const { orm } = db
  const { userId, networkId, before, limit, type, language } = request
  const { blockchain_validator_id: validatorId, bridge_id: bridgeId } = request
  const network = networks.byId(networkId)
  const reader = await readerOf(orm, userId)
  if (!network || !reader) return []
  const peerId =
    bridgeId === undefined ? undefined : (await peerIdsOf(orm, networkId, [bridgeId])).get(bridgeId)
  if (bridgeId !== undefined && peerId === undefined) return []
  const validators = validatorId === undefined ? null : await validatorsById(orm, networkId, [validatorId])
  const validatorKeys = validators?.flatMap(keysOf)
  if (validatorKeys?.length === 0) return []
  const rows = await historyOf(orm, db.now(), {
    userId,
    networkId,
    before,
    limit,
    type,
    validatorKeys,
    peerId,
  })
  const references = rows.map(({ id }) => String(id))
  const escalations = await escalationsOf(orm, { userIds: [userId], alertIds: rows.map(({ id }) => id) })
  const deliveries = [
    ...(await deliveriesAbout(orm, { userId, kind: alertKind, references })),
    ...(await remindersOf(orm, escalations)),
  ]
  const statuses = await shownStatusesOf(db, rows)
  return rows.flatMap((row) => {
    const own = deliveries.filter(({ about }) => about === String(row.id))
    const shown = {
      deliveries: own,
      status: statuses.get(row.id) ?? null,
      escalations: escalations.filter(({ alertId }) => alertId === row.id),
    }
    return historyItem(row, shown, { network, reader: { ...reader, language } }) ?? []
  })
}

/** What became of the messages of escalations, as if they were about the alerts. */
export async function remindersOf(
  orm: Database['orm'],
  escalations: readonly ReadEscalation[],
): Promise<DeliveryAbout[]> {
  const userIds = [...new Set(escalations.map(({ readerId }) => readerId))]
  const references = [...new Set(doneSteps(escalations))]
  const found = await deliveriesOfUsers(orm, { userIds, kind: reminderKind, references })
  return found.map((one) => ({ ...one, about: String(stepIn(one.about).alertId) }))
}

/** An alert as its reader is shown it; null where the catalogue does not know its setting any more. */
export function historyItem(
  row: HistoryRow,
  {
    deliveries,
    status,
    escalations,
  }: {
    deliveries: readonly DeliveryRow[]
    status: AlertStatus
    /** That its reader has of it: their own, and those of teams. */
    escalations: readonly ReadEscalation[]
  },
  { network, reader }: { network: NamedNetwork; reader: Reader },
): AlertHistoryItem | null {
  const { id, at, height, validatorId, bridgeId, settingId, type, severity, evidence } = row
  const facts = factsOf(row, network, reader.language)
  const meaning = catalogue.meaning(settingId)
  if (!facts || !meaning) return null
  const condition = conditionName(settingId, reader.language)
  const title = titleOfEnd(facts, writingFor(reader)) ?? facts.title
  return {
    id,
    incident_id: row.incidentId ?? id,
    at: at.toISOString(),
    height,
    target_type: meaning.condition.targetType,
    blockchain_validator_id: validatorId,
    bridge_id: bridgeId,
    target_name: facts.targetName,
    setting_id: settingId,
    type,
    trigger: meaning.trigger,
    severity,
    title,
    ...(condition === null || condition === title ? {} : { condition }),
    message: alertSentences(facts, reader),
    evidence: withoutIdleJail(evidence),
    acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
    acknowledged_via: row.acknowledgedVia,
    began_at: heldSince(facts).toISOString(),
    status,
    ended_at: row.endedAt?.toISOString() ?? null,
    ...(row.isIncidentOver && { is_over: true }),
    ...(isUntold(row, deliveries) && { is_untold: true }),
    ...(row.jailedAt === null ? {} : { jailed_at: row.jailedAt.toISOString() }),
    muted_until: row.mutedUntil?.toISOString() ?? null,
    silence_id: row.silenceId,
    escalation: escalationView(escalations),
    team_id: row.teamId,
    acknowledged_by: row.acknowledgedBy,
    deliveries: deliveries.flatMap((one) => deliveryView(one, row)),
  }
}

/**
 * Over before anything about it was told to people, or where none of them is to be told, to a program (E317; `countUnacknowledged` asks
 * the same of the ledger).
 */
function isUntold({ endedAt }: HistoryRow, deliveries: readonly DeliveryRow[]): boolean {
  if (endedAt === null) return false
  const toPeople = deliveries.filter(({ channel }) => !programs.includes(channel))
  const asked = toPeople.length > 0 ? toPeople : deliveries
  return !asked.some((one) => isHandedOver(one) && (one.claimedAt ?? one.createdAt) <= endedAt)
}

/** It was sent, or tried; what waits or was not sent was not. */
function isHandedOver({ state, endedIds }: DeliveryRow): boolean {
  return (state !== 'QUEUED' && state !== 'SUPPRESSED') || endedIds.length > 0
}

/** Of one or two missed blocks nobody is jailed, and no message says how long that would take (E237). */
function withoutIdleJail(evidence: HistoryRow['evidence']): AlertHistoryItem['evidence'] {
  if ((evidence.consecutive_missed ?? Infinity) >= missingBlocks || evidence.seconds_to_jail == null)
    return { ...evidence }
  return { ...evidence, seconds_to_jail: null, seconds_to_jail_at_most: null }
}

/** Of several the one that does something next, else the one that began first. */
function escalationView(escalations: readonly ReadEscalation[]): AlertHistoryItem['escalation'] {
  const [one] = escalations.toSorted((a, b) => rankOf(a) - rankOf(b))
  if (one === undefined) return null
  return {
    // Of a round that it shares those of the others as well (D333).
    step: Math.max(one.step, one.step - one.firstStep),
    next_at: one.dueAt?.toISOString() ?? null,
    ended_by: one.endedBy,
    ...(one.toEveryone.length === 0 ? {} : { was_nobody_on_call: true }),
  }
}

function rankOf({ dueAt, endedBy }: ReadEscalation): number {
  return dueAt === null ? Infinity : dueAt.getTime() + (endedBy === null ? 0 : Number.MAX_SAFE_INTEGER)
}

/**
 * What became of a message, as its reader is shown it; none where the program does not know its channel any more.
 *
 * @param about the alert that it is shown with; null: it is about none
 */
export function deliveryView(
  ledgerRow: DeliveryRow,
  about: Pick<HistoryRow, 'endedAt'> | null = null,
): AlertHistoryItem['deliveries'] {
  const row = about === null ? ledgerRow : asAbout(ledgerRow, about)
  const { id, recipient, state, updatedAt, spentAt, detail, waitsUntil } = row
  const channel = contractName(row.channel)
  if (channel === null) return []
  const until = hasRoundBehind(row) ? row.dueAt : isStillToWait(row) ? waitsUntil : null
  // A call is made when it is counted; what is written later is that there is no other one (D279).
  const at = row.channel === 'voice' && spentAt !== null ? spentAt : updatedAt
  return [
    {
      ...{
        id,
        channel,
        to: masked(recipient),
        state,
        attempts: attemptsMade(row),
        detail,
        at: at.toISOString(),
      },
      ...(until !== null && { waits_until: until.toISOString() }),
      ...(isUnderWay(row) && { is_under_way: true }),
    },
  ]
}

/**
 * Of a call the ledger has one row for all that it is about. An alert that was over before it was made, or is before it is made again,
 * it says nothing of: of that it is over, as the ledger writes it (D331, E416).
 */
function asAbout(call: DeliveryRow, { endedAt }: Pick<HistoryRow, 'endedAt'>): DeliveryRow {
  const { channel, state, claimedAt, endedIds, liftedAt } = call
  if (channel !== 'voice') return call
  const before = liftedAt === null ? 'no-answer' : 'completed'
  const overOf = (isMade: boolean) => (isMade ? `call: ${before}; ${callOverDetail}` : callOverDetail)
  // Why it waited to be made again took the place of how it ended.
  if (state === 'SUPPRESSED' && call.detail === callOverDetail)
    return { ...call, detail: overOf(attemptsMade(call) > 0) }
  if (endedAt === null || state === 'SUPPRESSED') return call
  const isMadeAfter = claimedAt !== null && claimedAt > endedAt
  const isOfOthers = state === 'QUEUED' || (isMadeAfter && (isUnderWay(call) || endedIds.length === 0))
  if (!isOfOthers) return call
  return { ...call, state: 'SUPPRESSED', detail: overOf(endedIds.length > 0) }
}

/** It waits for that time, and was not called since. */
function isStillToWait({ state, waitsUntil, dueAt, endedIds }: DeliveryRow): boolean {
  return state === 'QUEUED' && waitsUntil !== null && (endedIds.length === 0 || waitsUntil >= dueAt)
}

/** Its phone rings, or somebody has picked up: until its provider says what became of it, or has to be asked for that (E375). */
function isUnderWay({ channel, state, askAt, asks }: DeliveryRow): boolean {
  return channel === 'voice' && (state === 'SENDING' || (state === 'SENT' && askAt !== null && asks === 0))
}

/** Enough for its owner to know which one is meant; nothing of one that is gone. */
function masked(recipient: string): string {
  const given = givenContactIn(recipient)
  if (given !== null) return given.shown
  if (recipient.includes('@')) return maskedAddress(recipient)
  return recipient === '' ? '' : maskedPhone(recipient)
}
