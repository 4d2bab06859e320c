import type { Catalogue } from '@roundsman/alerting/catalogue'
import type { NetworkAccess } from '@roundsman/contract/abilities'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import type { Notifications } from '../../notifications/notifications.public.ts'
import { keepLetters } from './letters.store.ts'
import {
  alertsSince,
  confirmAlerts,
  insertAlerts,
  planForMany,
  recipientsOf,
  type Told,
} from './alert.store.ts'
import { hintTold } from '../history/alert-hints.ts'
import type { DeciderDeps } from './decider.ts'

/** The kind of the ledger's rows that are about an alert; their reference is its id. */
export const alertKind = 'alert'
/** By then nobody wants to be woken for it; the history has it. */
export const usefulForMs = 24 * 3_600_000

/** What phones wait for comes within this after the alert: by then it may be of a storm with what came meanwhile. */
const stormMinutes = 10

/** From so many on it is cheaper to go through all accounts than to look them up one by one. */
const manyReaders = 20_000

export interface RaiseDeps {
  db: Pick<Database, 'now' | 'notify'>
  catalogue: Pick<Catalogue, 'condition'>
  notifications: Pick<Notifications, 'fanOut'>
  /** Who may read a network; null: the catalogue does not name it. */
  accessOf(networkId: number): NetworkAccess | null
}

/** Writes down what is told and to whom: alerts, those they concern, and a delivery for each channel and contact. */
export function createRaise({ db, catalogue, notifications, accessOf }: RaiseDeps): DeciderDeps['raise'] {
  return async (tx, networkId, outcomes, { head }) => {
    const told = outcomes.flatMap((outcome): Told[] => {
      const { kind, settingId, conditionId } = outcome
      const type = catalogue.condition(conditionId)?.type
      if (settingId === null || kind === 'CONFIRMED' || type === undefined) return []
      const heldBack = kind === 'HELD' ? (head.trouble?.reason ?? 'NETWORK_HALTED') : null
      return [{ ...outcome, settingId, type, heldBack }]
    })
    const confirmed = outcomes.filter(({ kind }) => kind === 'CONFIRMED').map(({ key }) => key)
    const access = accessOf(networkId) ?? 'VIP'
    const { ids: added, readers } = await insertAlerts(tx, db.now(), { networkId, access }, told)
    const ringing = confirmed.length === 0 ? [] : await confirmAlerts(tx, networkId, confirmed)
    await keepLetters(tx, added)
    const ids = [...added, ...ringing]
    if (ids.length === 0) return
    await hintTold(db, tx)
    if (readers >= manyReaders) await planForMany(tx)
    const storm = await alertsSince(tx, sql`${db.now()} - make_interval(mins => ${stormMinutes})`, networkId)
    const isAlone = storm.length < 2
    await notifications.fanOut(tx, {
      ...{ kind: alertKind, usefulForMs, recipients: recipientsOf(db.now(), ids), hasStates: true },
      ...(isAlone ? {} : { storm: storm.map(String) }),
    })
  }
}
