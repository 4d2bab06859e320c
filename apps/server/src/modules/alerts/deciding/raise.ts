import type { Catalogue } from '@roundsman/alerting/catalogue'
import type { AlertingState, Outcome } from '@roundsman/alerting/deciding'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import { sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { failureOf, isTimeout } from '../../../platform/db/transaction.ts'
import { ledgerName, type Notifications } from '../../notifications/notifications.public.ts'
import { hintAdded, hintChanged } from '../record/alert-hints.ts'
import {
  alertKind,
  alertsSince,
  confirmAlerts,
  endAlerts,
  endLeavings,
  insertAlerts,
  keepSignatures,
  recipientsOf,
  type NewAlert,
  usefulForMs,
} from '../record/alert.store.ts'
import { answerLaterSteps } from '../record/answered-outage.store.ts'
import { withIncidents } from '../record/incidents/incident-over.ts'
import { joinIncidents } from '../record/incidents/incident.store.ts'
import { withJailings } from '../record/incidents/jailings.store.ts'
import { sharesOfEnded } from '../record/incidents/outage-over.store.ts'
import { endCallsAbout, lookAgainAtCallsAbout } from '../escalation/calls-to-make-again.ts'
import { beginEscalations, endEscalations } from '../escalation/escalation.store.ts'
import { heldPhones } from '../on-call/held-phones.ts'
import { endRecovered, followBeginnings } from '../silences/silence.store.ts'
import {
  awaitsFollowing,
  gatheringChannels,
  joinsGathering,
  opensGathering,
} from '../telling/gathering.policy.ts'
import { endsHeard, withEndsHeard } from '../telling/ends/muted-ends.ts'
import { tellEndsOfTold } from '../telling/ends/silenced-ends.ts'
import type { DecidingLog } from './deciding-log.ts'
import type { RaiseMode } from './savepoint-guard.ts'

/** What phones wait for comes within this after the alert: by then it may be of a storm with what came meanwhile. */
const stormMinutes = 10

interface RaiseDeps {
  db: Pick<Database, 'now' | 'notify'>
  catalogue: Pick<Catalogue, 'condition'>
  notifications: Pick<Notifications, 'fanOut' | 'hasChannel'>
  /** Who may read a network; null: the catalogue does not name it. */
  accessOf(networkId: number): NetworkAccess | null
}

/** Writes alerts, whom they concern, and a delivery for each channel and contact. */
export function createRaise({ db, catalogue, notifications, accessOf }: RaiseDeps): Raise {
  const channels = notificationChannels.filter((name) => notifications.hasChannel(ledgerName(name)))
  return async (tx, networkId, decided, state) => {
    const { head } = state
    const outcomes = await withJailings(tx, decided)
    const alerts = outcomes.flatMap((outcome): NewAlert[] => {
      const { kind, settingId, conditionId } = outcome
      const type = catalogue.condition(conditionId)?.type
      if (settingId === null || kind === 'CONFIRMED' || type === undefined) return []
      const heldBack = kind === 'HELD' ? (head.trouble?.reason ?? 'NETWORK_HALTED') : null
      return [{ ...outcome, settingId, type, heldBack }]
    })
    const confirmed = outcomes.filter(({ kind }) => kind === 'CONFIRMED').map(({ key }) => key)
    const access = accessOf(networkId) ?? 'VIP'
    const { ids: added, isForMany } = await insertAlerts(tx, db.now(), { networkId, access }, alerts)
    await joinIncidents(tx, added)
    const ends = outcomes.filter(({ kind }) => kind === 'ENDED')
    const begunOver = await endAlerts(tx, networkId, ends)
    await followBeginnings(tx, networkId, ends, begunOver)
    const ended = [...begunOver, ...(await endLeavings(tx, networkId, outcomes))]
    if (ends.length > 0) await tellEndsOfTold(tx, networkId, added)
    const settled = [...ended, ...(await sharesOfEnded(tx, networkId, ends))]
    if (settled.length > 0) {
      await endEscalations(tx, db.now(), { alertIds: settled })
      // The history would say that it is about to ring (again).
      const called = await endCallsAbout(tx, db.now(), settled)
      await lookAgainAtCallsAbout(tx, db.now(), settled)
      // That an incident is over changes what each of its alerts asks for (E386).
      await hintChanged(db, tx, [...new Set([...(await withIncidents(tx, settled)), ...called])])
    }
    const ringing = confirmed.length === 0 ? [] : await confirmAlerts(tx, networkId, confirmed)
    await keepSignatures(tx, added)
    await endRecovered(tx, db.now(), networkId, outcomes, state)
    const ids = [...added, ...ringing]
    if (ids.length === 0) return
    await answerLaterSteps(tx, db.now(), added)
    await beginEscalations(tx, db.now(), added)
    await hintAdded(db, tx)
    const storm = await alertsSince(tx, sql`${db.now()} - make_interval(mins => ${stormMinutes})`, networkId)
    const settings = new Map(storm.map(({ id, settingId }) => [id, settingId]))
    const namesOf = (is: (settingId: number) => boolean) =>
      ids.filter((id) => is(settings.get(id) ?? 0)).map(String)
    const gathering = {
      channels: gatheringChannels,
      opens: namesOf(opensGathering),
      joins: namesOf(joinsGathering),
      awaits: namesOf(awaitsFollowing),
    }
    const isAlone = storm.length < 2 && gathering.opens.length === 0
    const held = await heldPhones(tx, db.now(), ids)
    const heard = await endsHeard(tx, db.now(), { ids, networkId, channels })
    await notifications.fanOut(tx, {
      kind: alertKind,
      usefulForMs,
      recipients: withEndsHeard(recipientsOf(db.now(), ids, channels, undefined, held), heard),
      hasStates: true,
      hasTimes: true,
      isNew: isForMany && ringing.length === 0,
      ...(isAlone
        ? {}
        : {
            storm: storm.map(({ id }) => String(id)),
            // Validators that fail at one block are told of in one message (E279).
            things: new Map(storm.map(({ id, settingId }) => [String(id), String(settingId)])),
            gathering,
          }),
    })
    // What was over as soon as it was decided, as of blocks that were read late.
    const isOver = new Set(ended)
    await endCallsAbout(
      tx,
      db.now(),
      added.filter((id) => isOver.has(id)),
    )
  }
}

/** Writes the alerts that outcomes amount to, and their deliveries, in the transaction that decided them. */
export type Raise = (
  tx: Tx,
  networkId: number,
  outcomes: readonly Outcome[],
  state: AlertingState,
) => Promise<void>

interface Raising {
  networkId: number
  outcomes: readonly Outcome[]
  state: AlertingState
}

/**
 * Writes all alerts at once; where that fails for good, one by one, without those that fail alone. Where none can be
 * written the database is to blame rather: nothing is dropped before that has lasted.
 *
 * @throws Error the first one's, where nothing may be dropped yet
 */
export async function raiseOneByOne(
  tx: Tx,
  { raise, onDropped }: { raise: Raise; onDropped: DecidingLog['dropped'] },
  { networkId, outcomes, state }: Raising,
  { mayDrop }: RaiseMode,
): Promise<void> {
  const failed: { outcome: Outcome; error: unknown }[] = []
  const all = await errorOf(() => tx.transaction((inner) => raise(inner, networkId, outcomes, state)))
  if (all === null) return
  for (const outcome of outcomes) {
    const alone = await errorOf(() => tx.transaction((inner) => raise(inner, networkId, [outcome], state)))
    if (alone !== null) failed.push({ outcome, ...alone })
  }
  const [first] = failed
  // A database that is too slow for each of them says nothing about any.
  const isSlow = failed.some(({ error }) => isTimeout(error))
  if (first && failed.length === outcomes.length && (isSlow || !mayDrop)) throw first.error
  for (const { outcome, error } of failed) onDropped(networkId, outcome, error)
}

/** What it failed with for good; null: it did not. @throws Error what ends the whole transaction, or says nothing about what was to be written */
async function errorOf(work: () => Promise<unknown>): Promise<{ error: unknown } | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (failureOf(error) !== 'final') throw error
    return { error }
  }
}
