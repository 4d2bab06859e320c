import { catalogue } from '@roundsman/alerting/catalogue'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import { alertKind } from '../record/alert.store.ts'
import type { AgedAlert } from '../record/history.store.ts'
import { toldDetail } from '../../notifications/notifications.public.ts'
import { type Contact, isTo } from './contact.ts'
import { programs } from '../record/programs.ts'

/** Networks are looked at every five seconds, one after the other: so long after its alert a message waits for the others. */
const gatherMs = 25_000
/** What one message is about was decided within so long; less than what it waits. */
const momentMs = 20_000
/** That so many are gone at once is no chance. */
const fewest = 3

interface Together {
  /** Of these another network's message tells. */
  toldElsewhere: ReadonlySet<number>
  /** How many other networks the message about an alert tells of. */
  others: ReadonlyMap<number, number>
}

/**
 * Of alerts that no endpoint of a network answers, or that they answer again, what is told together with other networks:
 * where three and more are gone in one moment it is this site, and one message says so, that of the network with the
 * lowest id (E224). `NOT_YET`: the others may not be decided yet.
 */
export async function unseenTogether(
  orm: Queryable,
  contact: Contact,
  alerts: readonly AgedAlert[],
): Promise<Together | 'NOT_YET'> {
  const own = alerts.filter(({ settingId }) => catalogue.meaning(settingId)?.condition.subject === 'unseen')
  const toldElsewhere = new Set<number>()
  const others = new Map<number, number>()
  if (own.length === 0 || programs.includes(contact.channel)) return { toldElsewhere, others }
  if (own.length === alerts.length && own.some(({ ageMs }) => ageMs < gatherMs)) return 'NOT_YET'
  for (const mine of own) {
    const beside = await ofOtherNetworks(orm, contact, mine)
    const networks = new Set([mine.networkId, ...beside.map(({ networkId }) => networkId)])
    if (networks.size < fewest) continue
    const first = beside.find(({ networkId }) => networkId === Math.min(...networks))
    if (first === undefined) others.set(mine.id, networks.size - 1)
    // A message that was made before this was decided does not tell of it.
    else if (first.isToBeTold && mine.at.getTime() - first.atMs <= momentMs) toldElsewhere.add(mine.id)
  }
  return { toldElsewhere, others }
}

interface Beside {
  networkId: number
  atMs: number
  isToBeTold: boolean
}

/** The same of other networks in one moment, as far as it goes or went to the same contact. */
async function ofOtherNetworks(
  orm: Queryable,
  contact: Contact,
  { settingId, networkId, at }: AgedAlert,
): Promise<Beside[]> {
  const { rows } = await orm.execute<Beside & Record<string, unknown>>(sql`
    SELECT a.network_id AS "networkId", (extract(epoch FROM a.at) * 1000)::float8 AS "atMs",
           d.state <> 'SUPPRESSED' AS "isToBeTold"
    FROM alert_recipient r JOIN alert a ON a.id = r.alert_id
    JOIN delivery d ON d.reference = a.id::text AND d.kind = ${alertKind} AND ${isTo(contact)}
    WHERE r.user_id = ${contact.userId} AND a.setting_id = ${settingId} AND a.network_id <> ${networkId}
      AND abs(extract(epoch FROM a.at) * 1000 - ${at.getTime()}::float8) <= ${momentMs}::float8
      AND (d.state NOT IN ('FAILED', 'SUPPRESSED') OR d.detail = ${toldDetail})`)
  return rows
}
