import { catalogue } from '@roundsman/alerting/catalogue'
import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../platform/db/database.ts'
import { insertFanOut } from '../../notifications/ledger/enqueue.store.ts'
import type { Participant } from '../../watch/watch.public.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { DecidingLog } from '../deciding/deciding-log.ts'
import { createDecider, type DeciderDeps } from '../deciding/decider.ts'
import { createRaise } from '../deciding/raise.ts'

export interface AlertRig {
  /** Forgets what it remembered, as a process that begins. */
  restart(): void
  participant: Participant
  raise: DeciderDeps['raise']
}

/** For tests of what is decided. @throws Error where a rule is broken: that is not what they are about */
const silentLog: DecidingLog = {
  decided: () => undefined,
  ruleFailed(_network, failures) {
    for (const { error } of failures) throw error
  },
  failed: () => undefined,
  dropped: () => undefined,
}

/** The decider and what it writes, with the ledger's own statement and without its dispatchers. */
export function createAlertRig(
  db: Database,
  access: () => NetworkAccess = () => 'ANY',
  bridgesAt?: DeciderDeps['bridgesAt'],
  hasChannel: (name: string) => boolean = () => true,
): AlertRig {
  const raise = createRaise({
    db,
    catalogue,
    accessOf: access,
    notifications: {
      hasChannel,
      fanOut: async (tx, fanOut) => {
        await insertFanOut(tx, db.now(), fanOut)
      },
    },
  })
  const make = () =>
    createDecider({ raise, clock: systemClock, log: silentLog, ...(bridgesAt && { bridgesAt }) })
  let decider = make()
  return {
    raise,
    restart() {
      decider = make()
    },
    participant: {
      name: 'alerts',
      commit: (tx, change) => decider.commit(tx, change),
      committed: (change) => decider.committed(change),
      tick: (tx, tick) => decider.tick(tx, tick),
    },
  }
}

interface Subscription {
  email: string
  settings: readonly number[]
  channels?: readonly string[]
  networkId?: number
  validatorKey?: string | null
  mutedUntil?: string | null
  /** Since when; left out: before everything that a test is about. */
  since?: string
}

/** Subscribes somebody to settings; makes the account where there is none. */
export async function subscribe(
  db: Database,
  { email, settings, channels = ['EMAIL'], networkId = 9, ...rest }: Subscription,
): Promise<void> {
  await db.orm.execute(sql`
    insert into user_account (email, email_key, created_at) values (${email}, ${email}, now())
    on conflict do nothing`)
  for (const setting of settings)
    await db.orm.execute(sql`
      insert into alert_entry (user_id, network_id, validator_key, setting_id, channels, muted_until, created_at)
      select id, ${networkId}, ${rest.validatorKey ?? null}, ${setting}, ${`{${channels.join()}}`}::text[],
             ${rest.mutedUntil ?? null}::timestamptz, ${rest.since ?? '2020-01-01T00:00:00Z'}
      from user_account where email = ${email}`)
}

interface ReportedAlert {
  id: number
  setting: number
  height: number | null
  name: string | null
  severity: string
  occurrence: string
  at: string
  assurance: string | null
  held: string | null
  waits: boolean
}

export async function reportedAlerts(db: Database): Promise<ReportedAlert[]> {
  const { rows } = await db.orm.execute<Record<string, unknown>>(sql`
    select id::int, setting_id as setting, height::int, target_name as name, severity, occurrence, at::text,
           evidence->>'assurance' as assurance, held_back as held, phones_wait as waits
    from alert order by id`)
  return rows as unknown as ReportedAlert[]
}

/** Deliveries as `alert channel email state detail`, in order. */
export async function ledgerLines(db: Database): Promise<string[]> {
  const { rows } = await db.orm.execute<{ line: string }>(sql`
    select concat_ws(' ', reference, channel, recipient, state, detail) as line from delivery
    where kind = 'alert' order by reference::int, channel, recipient`)
  return rows.map(({ line }) => line)
}
