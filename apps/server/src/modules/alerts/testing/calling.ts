import type { Severity } from '@roundsman/alerting/catalogue'
import type { AddressInfo } from 'node:net'
import { deciding, type Outcome } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Config } from '../../../platform/config/config.ts'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { createMailCatcher, type MailCatcher } from '../../../testing/mail-catcher.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import {
  createTwilioStandIn,
  type TwilioItem,
  type TwilioStandIn,
} from '@roundsman/phone/twilio/twilio-stand-in'
import { someOutcome } from './some-outcome.ts'
import { addPhone, addValidator } from './some-validators.ts'
import { createAlertRig, subscribe } from './alert-rig.ts'

export interface Caller {
  userId: number
  email: string
  phone: string
  /** Whose alerts they want: its row. */
  validator: number
}

export interface Calling {
  site: TestApp
  twilio: TwilioStandIn
  catcher: MailCatcher
  /** Somebody with a confirmed number who is notified of `settings` of a validator by these channels. */
  subscriber(settings: readonly number[], channels: readonly string[]): Promise<Caller>
  /** It is over again, as the network says. */
  end(settingId: number, of: Caller): Promise<void>
  /** Something of `settingId` began of somebody's validator; gives the alert's id. */
  /** CRITICAL unless said otherwise. */
  raise(
    settingId: number,
    of: Caller,
    severity?: Severity,
    evidence?: Partial<Outcome['evidence']>,
  ): Promise<number>
  /** Conditions that somebody has muted, each with the name of its validator and for how many minutes. */
  mutes(of: Caller): Promise<[condition: number, name: string, minutes: number][]>
  /** The step of somebody's reminders that calls, done now or so many seconds later, as the loop does it. */
  remind(userId: number, alert: number, after?: number): Promise<void>
  /** Lets the clock go on, little by little, until it is so. */
  eventually<T>(read: () => T | Promise<T>, expected: T): Promise<void>
  /** Waits until the ledger says of the alert, in order: `email SENT`, `voice QUEUED`, … */
  until(alertId: number, lines: readonly string[]): Promise<void>
  /** Waits for the so many-th call to a number. */
  called(phone: string, count: number): Promise<void>
  /** What the provider took for a number, in order. */
  taken(resource: TwilioItem['resource'], phone: string): TwilioItem[]
  /** The call under way to a number: the newest. */
  call(phone: string): TwilioItem
  close(): Promise<void>
}

const slow = { timeout: 20_000, interval: 20 }

/** The whole program with a provider that calls back, as somebody has it whom a validator's alerts call. */
export async function createCalling({
  isReachable = true,
  config = {},
  networks = [testNetwork({ name: 'Celestia' })],
}: {
  isReachable?: boolean
  networks?: Parameters<typeof testCatalogue>[0]
  config?: Partial<Config>
} = {}): Promise<Calling> {
  const catcher = await createMailCatcher()
  const twilio = await createTwilioStandIn({ now: () => site.clock.now() })
  // Twilio does not reach a name of this machine from elsewhere.
  const account = isReachable ? twilio.account : { ...twilio.account, url: 'https://twilio.example' }
  const site: TestApp = await createTestApp({
    catalogue: testCatalogue(networks),
    fetch: (url, init) =>
      systemFetch(url instanceof Request ? url : String(url).replace(account.url, twilio.account.url), init),
    config: { mail: { smtpUrl: catcher.url, from: 'a@example.org' }, twilio: account, ...config },
  })
  await site.app.start()
  await site.app.server.fastify.listen({ port: 0, host: '127.0.0.1' })
  twilio.sitePort = (site.app.server.fastify.server.address() as AddressInfo).port
  const { db } = site.platform
  let serial = 0
  let height = 100

  const taken: Calling['taken'] = (resource, phone) =>
    twilio.taken.filter((one) => one.resource === resource && one.form['To'] === phone)

  const eventually: Calling['eventually'] = async (read, expected) => {
    await expect
      .poll(async () => {
        await site.clock.advance(50)
        return read()
      }, slow)
      .toEqual(expected)
  }

  async function lines(alertId: number): Promise<string[]> {
    const { rows } = await db.orm.execute<{ line: string }>(sql`
      select channel || ' ' || state as line from delivery where kind = 'alert' and reference = ${String(alertId)}
      order by 1`)
    return rows.map(({ line }) => line)
  }

  return {
    site,
    twilio,
    catcher,
    taken,
    subscriber: async (settings, channels) => {
      serial += 1
      const validatorKey = `ada${serial}`
      const validator = await addValidator(site.database.db.orm, { operator: validatorKey })
      const [email, phone] = [`caller${serial}@example.org`, `+4420794609${10 + serial}`]
      await subscribe(site.database.db, { email, settings, channels, networkId: 1, validatorKey })
      await addPhone(site.database.db.orm, email, phone)
      const { rows } = await db.orm.execute<{ id: number }>(
        sql`select id from user_account where email = ${email}`,
      )
      return { userId: rows[0]?.id ?? 0, email, phone, validator }
    },
    raise: async (settingId, { validator }, severity = 'CRITICAL', evidence = {}) => {
      height += 1
      const on = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
      const plain = someOutcome({ settingId, target: on, height, severity })
      const outcome = { ...plain, evidence: { ...plain.evidence, ...evidence } }
      await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [outcome], deciding.begin(1)))
      const { rows } = await db.orm.execute<{ id: number }>(sql`select max(id)::int as id from alert`)
      return rows[0]?.id ?? 0
    },
    end: async (settingId, { validator }) => {
      height += 1
      const on = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
      const outcome = someOutcome({ settingId: settingId + 1, kind: 'ENDED', target: on, height })
      await db.transaction((tx) => createAlertRig(db).raise(tx, 1, [outcome], deciding.begin(1)))
    },
    mutes: async ({ userId }) => {
      const { rows } = await db.orm.execute<{ condition: number; name: string; until: string }>(sql`
        select condition_id as condition, validator_key as name, muted_until::text as until from alert_mute
        where user_id = ${userId} order by condition_id, validator_key`)
      const now = site.clock.now()
      return rows.map(({ condition, name, until }) => [condition, name, (Date.parse(until) - now) / 60_000])
    },
    remind: async (userId, alert, after = 0) => {
      await db.orm.execute(sql`
        insert into alert_escalation (alert_id, user_id, steps, repeat, generation, step, first_step, since, due_at)
        values (${alert}, ${userId}, ${JSON.stringify([{ after_minutes: 1, channels: ['VOICE'] }])}::jsonb, 0, 1, 1, 1, ${db.now()}, ${db.now()} + interval '1 day')`)
      await db.orm.execute(sql`
        insert into delivery (channel, lane, purpose, user_id, recipient, language, kind, reference, state, attempts, due_at, give_up_at, created_at, updated_at)
        select channel, lane, purpose, user_id, recipient, language, 'reminder', ${`${alert}/1/1`}, 'QUEUED', 0, ${db.now()} + ${after} * interval '1 s', give_up_at, ${db.now()}, ${db.now()}
        from delivery where user_id = ${userId} and channel = 'voice' limit 1`)
    },
    eventually,
    until: (alertId, expected) => eventually(() => lines(alertId), expected),
    called: (phone, count) => eventually(() => taken('Calls', phone).length, count),
    call: (phone) => {
      const newest = taken('Calls', phone).at(-1)
      if (!newest) throw new Error(`nobody called ${phone}`)
      return newest
    },
    close: async () => {
      await site.close()
      await twilio.close()
      await catcher.close()
    },
  }
}
