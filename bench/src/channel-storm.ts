import { catalogue } from '@roundsman/alerting/catalogue'
import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { z } from 'zod'
import { createRaise } from '../../apps/server/src/modules/alerts/deciding/raise.ts'
import { someOutcome } from '../../apps/server/src/modules/alerts/testing/some-outcome.ts'
import { addValidator } from '../../apps/server/src/modules/alerts/testing/some-validators.ts'
import { createContactStore } from '../../apps/server/src/modules/notifications/contacts/contact.store.ts'
import { createTextSeal } from '../../apps/server/src/platform/config/text-seal.ts'
import { createNotifications } from '../../apps/server/src/modules/notifications/notifications.public.ts'
import { buildPlatform } from '../../apps/server/src/platform/platform.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { loadConfig } from '../../apps/server/src/platform/config/config.ts'
import { subkey } from '../../apps/server/src/platform/config/secrets.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/db/migrate.ts'
import { assetUrl } from '../../apps/server/src/platform/entry-url.ts'
import { systemFetch } from '../../apps/server/src/platform/clients/http-client.ts'
import { systemIds } from '../../apps/server/src/platform/ids.ts'
import { noSockets } from '../../apps/server/src/testing/no-sockets.ts'
import { startChild } from './child.ts'
import { quantile } from './quantile.ts'

// One storm to the contacts of five channels, half of it CRITICAL and written last, against providers that enforce their
// limits; then the same messages by a plain loop. In the database of DATABASE_URL, which must be empty, if that is set, else in
// the embedded one. Usage: tsx bench/src/channel-storm.ts <contacts> <contacts that share a webhook or key>
const [contacts, sharing] = process.argv.slice(2).map(Number)
if (contacts === undefined || sharing === undefined)
  throw new Error('usage: channel-storm.ts <contacts> <sharing>')

/** A provider on another continent needs more. */
const answerMs = 20
const networkId = 1
const [missed, jailed] = [1121, 2011]
const channels = ['SLACK', 'DISCORD', 'PAGERDUTY', 'WEBHOOK', 'NTFY'] as const
type Channel = (typeof channels)[number]

const providers = startChild(['--import', 'tsx', 'bench/src/channel-providers.ts', String(answerMs)])
const { port } = await providers.report(z.object({ port: z.number() }))
const origin = `http://127.0.0.1:${port}`
const Report = z.object({ refused: z.number(), arrived: z.array(z.tuple([z.string(), z.array(z.number())])) })
const report = async () => Report.parse(await (await fetch(`${origin}/report`)).json())

const secret = `whsec_${Buffer.alloc(24, 'key').toString('base64')}`

/** What a contact is, and to which address a plain program posts what. */
const kinds: Readonly<Record<Channel, (group: number) => { body: object; url: string; post: object }>> = {
  SLACK: (group) => at('slack', group, { text: '' }),
  DISCORD: (group) => at('api/webhooks/1', group, { content: '' }),
  PAGERDUTY: (group) => ({
    body: { routing_key: `R${String(group).padStart(31, '0')}` },
    url: `${origin}/v2/enqueue`,
    post: { routing_key: `R${String(group).padStart(31, '0')}`, event_action: 'trigger' },
  }),
  WEBHOOK: (group) => {
    const hook = at('webhook', group, {})
    return { ...hook, body: { ...hook.body, secret } }
  },
  NTFY: (group) => ({ ...at('topic', group, {}), body: { url: `${origin}/t${group}` }, url: `${origin}/` }),
}
const at = (path: string, group: number, post: object) => {
  const url = `${origin}/${path}/${group}`
  return { body: { url }, url, post }
}

const dataDir = mkdtempSync(join(tmpdir(), 'roundsman-bench-'))
const platform = await buildPlatform({
  config: loadConfig(
    {
      ROUNDSMAN_DATA_DIR: dataDir,
      DATABASE_URL: process.env['DATABASE_URL'] ?? '',
      ROUNDSMAN_PAGERDUTY_URL: origin,
      ROUNDSMAN_OUTBOUND_ALLOW: '127.0.0.1',
    },
    systemIds,
  ),
  log: pino({ level: 'error' }),
  clock: systemClock,
  ids: systemIds,
  fetch: systemFetch,
  endpointFetch: () => Promise.reject(new Error('no endpoint in this benchmark')),
  openSocket: noSockets,
  onDeath: (error) => {
    throw error
  },
})
const { db } = platform
await migrate(db, readMigrations(assetUrl('migrations')))
const notifications = createNotifications(platform)

/** Readers with an even number are told what is CRITICAL. */
const wordsFor = (userId: number) => `${userId % 2 === 0 ? 'Critical' : 'Warning'} for ${userId}.`
notifications.registerComposer('alert', async ({ references, userId }) => {
  const message = wordsFor(userId ?? 0)
  const data = {
    alert_id: Number(references[0]),
    network: { blockchain_id: networkId, name: 'Celestia' },
    target: { type: 'VALIDATOR' as const, name: 'Ada', address: null },
    setting_id: jailed,
    severity: 'CRITICAL' as const,
    title: 'Ada',
    message,
    evidence: {},
    url: 'https://example.org/',
  }
  const notice = { type: 'alert.began' as const, at: new Date(), incident: `bench/${userId}`, data }
  return { subject: 'Ada', paragraphs: [message], notices: [notice] }
})

/** A user for each contact, who wants one of two alerts by it. */
async function addReaders(count: number): Promise<void> {
  const seal = createTextSeal({
    key: subkey(platform.config.secret, 'encryption'),
    randomToken: (bytes) => systemIds.token(bytes),
  })
  const store = createContactStore(db, seal)
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT set_config('statement_timeout', '10min', true)`)
    await tx.execute(sql`
      INSERT INTO user_account (id, email, email_key, created_at)
      SELECT n, n || '@example.org', n || '@example.org', now() FROM generate_series(1, ${count}::int) AS n`)
    for (let userId = 1; userId <= count; userId += 1) {
      const { channel, body } = contactOf(userId)
      const state = { state: 'CONFIRMED', problemCode: null, problemDetail: null } as const
      const row = { userId, teamId: null, channel, name: channel, shown: `of ${userId}`, ...state }
      await store.add(tx, row, { channel, name: channel, ...body })
    }
    await tx.execute(sql`
      INSERT INTO alert_entry (user_id, network_id, setting_id, channels, created_at)
      SELECT user_id, ${networkId}, CASE WHEN user_id % 2 = 0 THEN ${jailed}::int ELSE ${missed}::int END, ARRAY[channel], now()
      FROM user_contact`)
  })
  await db.orm.execute(sql`ANALYZE`)
}

/** Contacts that share a webhook follow each other. */
function contactOf(userId: number) {
  const place = userId - 1
  const channel = channels[Math.floor(place / ((contacts ?? 0) / channels.length))] ?? 'NTFY'
  return { channel, ...kinds[channel](Math.floor(place / (sharing ?? 1))) }
}

const raise = createRaise({ db, catalogue, notifications, accessOf: () => 'ANY' })
const validator = await addValidator(db.orm, { networkId, operator: 'ada' })
await addReaders(contacts)

async function begin(settingId: number, severity: 'CRITICAL' | 'WARNING'): Promise<void> {
  const target = { key: `validator:${validator}`, type: 'VALIDATOR' as const, id: validator }
  const now = Date.now()
  const outcome = someOutcome({ settingId, severity, target, height: settingId, at: now, since: now })
  await db.transaction((tx) => raise(tx, networkId, [outcome], deciding.begin(1)))
}

async function undelivered(): Promise<number> {
  const { rows } = await db.orm.execute<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM delivery WHERE state IN ('QUEUED', 'SENDING')`,
  )
  return rows[0]?.count ?? 0
}

await notifications.module.start?.()
const loops = (notifications.module.loops ?? []).map(({ loop }) => loop)
for (const loop of loops) loop.start()
const mebibytes = () => process.memoryUsage.rss() / 1024 ** 2
const resident: number[] = []
const from = Date.now()
const spentFrom = process.cpuUsage()
await begin(missed, 'WARNING')
await begin(jailed, 'CRITICAL')
do {
  await systemClock.sleep(1_000)
  resident.push(mebibytes())
} while ((await undelivered()) > 0)
const { user, system } = process.cpuUsage(spentFrom)
const ours = await report()
await Promise.all(loops.map((loop) => loop.stop()))
await notifications.module.stop?.()

const { rows: states } = await db.orm.execute<{ state: string; count: number }>(
  sql`SELECT state, count(*)::int AS count FROM delivery GROUP BY 1`,
)
const times = new Map(ours.arrived)
for (let userId = 1; userId <= contacts; userId += 1)
  if (times.get(wordsFor(userId))?.length !== 1)
    throw new Error(`${wordsFor(userId)} arrived ${times.get(wordsFor(userId))?.length ?? 0} times`)
if (states.length !== 1 || states[0]?.state !== 'DELIVERED') throw new Error(JSON.stringify(states))
const lagsOf = (word: string) =>
  ours.arrived.filter(([words]) => words.startsWith(word)).map(([, [first = 0]]) => first - from)
const [critical, warning] = [lagsOf('Critical'), lagsOf('Warning')]

/** What one writes first: as many requests at once, each with a row that says how it went, and no second try. */
async function plainLoop(): Promise<number> {
  await db.orm.execute(
    sql`CREATE TABLE plain_loop (user_id int, status int, at timestamptz NOT NULL DEFAULT now())`,
  )
  const queue = Array.from({ length: contacts ?? 0 }, (_, index) => index + 1)
  const begun = Date.now()
  const worker = async (): Promise<void> => {
    for (let userId = queue.shift(); userId !== undefined; userId = queue.shift()) {
      const { url, post } = contactOf(userId)
      const { status } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...post, message: wordsFor(userId) }),
      })
      await db.orm.execute(sql`INSERT INTO plain_loop (user_id, status) VALUES (${userId}, ${status})`)
    }
  }
  // As many as one channel's lanes have.
  await Promise.all(Array.from({ length: 12 * channels.length }, worker))
  return Date.now() - begun
}
const plainMs = await plainLoop()
const plain = await report()

await db.close()
await providers.stop()
await rm(dataDir, { recursive: true, force: true })
const last = Math.max(...critical, ...warning)
const settled = resident.slice(Math.floor(resident.length / 4))
console.log(
  JSON.stringify({
    seconds: last / 1000,
    perSecond: (contacts * 1000) / last,
    refused: ours.refused,
    criticalP50Ms: quantile(critical, 0.5),
    criticalMaxMs: Math.max(...critical),
    warningP50Ms: quantile(warning, 0.5),
    processorMs: (user + system) / 1000 / contacts,
    residentFirst: settled[0] ?? 0,
    residentMost: Math.max(...settled),
    plainPerSecond: (plain.arrived.length * 1000) / plainMs,
    plainLost: contacts - plain.arrived.length,
  }),
)
