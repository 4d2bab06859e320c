import { sql } from 'drizzle-orm'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import {
  createNotifications,
  type NewDelivery,
} from '../../apps/server/src/modules/notifications/notifications.public.ts'
import { buildPlatform } from '../../apps/server/src/platform/platform.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { loadConfig } from '../../apps/server/src/platform/config/config.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/db/migrate.ts'
import { assetUrl } from '../../apps/server/src/platform/entry-url.ts'
import { systemIds } from '../../apps/server/src/platform/ids.ts'
import { noSockets } from '../../apps/server/src/testing/no-sockets.ts'
import { quantile } from './quantile.ts'

// A storm of alerts in the server's own ledger, codes among it; in the database of DATABASE_URL, which must be empty, if
// that is set, else in the embedded one. Usage: tsx bench/src/ledger-storm.ts <rows> <single rows>
const [rows, single] = process.argv.slice(2).map(Number)
if (rows === undefined || single === undefined) throw new Error('usage: ledger-storm.ts <rows> <single rows>')

const stormMs = 30_000
const codeEveryMs = 500
const dataDir = mkdtempSync(join(tmpdir(), 'roundsman-bench-'))
const platform = await buildPlatform({
  config: loadConfig(
    { ROUNDSMAN_DATA_DIR: dataDir, DATABASE_URL: process.env['DATABASE_URL'] ?? '' },
    systemIds,
  ),
  log: pino({ level: 'error' }),
  clock: systemClock,
  ids: systemIds,
  fetch: () => Promise.reject(new Error('no network in this benchmark')),
  endpointFetch: () => Promise.reject(new Error('no endpoint in this benchmark')),
  openSocket: noSockets,
  onDeath: (error) => {
    throw error
  },
})
const { db } = platform
await migrate(db, readMigrations(assetUrl('migrations')))

let alerts = 0
const codes = new Map<string, (at: number) => void>()
const notifications = createNotifications(platform, {
  channels: [
    {
      name: 'EMAIL',
      dailyBudget: () => null,
      create: () => ({
        concurrency: { account: 4, critical: 4, other: 4 },
        isRepeatable: true,
        send: async ({ recipient }) => {
          const code = codes.get(recipient)
          if (code) code(performance.now())
          else alerts += 1
          return { outcome: 'sent' }
        },
      }),
    },
  ],
})
notifications.registerComposer('jailed', async ({ references }) => ({
  subject: 'Jailed',
  paragraphs: [`Validator ${references.join()} was jailed.`],
}))

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const plain = (recipient: string, purpose: NewDelivery['purpose']): NewDelivery => ({
  channel: 'email',
  purpose,
  recipient,
  userId: null,
  language: 'en',
  message: { subject: 'Jailed', paragraphs: ['Your validator was jailed.'] },
  dedupeKey: `bench:${recipient}`,
  usefulForMs: 3_600_000,
})

/** How long a code waits from the call that asks for it until the provider gets it. */
async function codeDelay(serial: number): Promise<number> {
  const recipient = `code${serial}@example.org`
  const handed = new Promise<number>((resolve) => codes.set(recipient, resolve))
  const from = performance.now()
  await db.transaction((tx) => notifications.enqueueDelivery(tx, plain(recipient, 'account')))
  return (await handed) - from
}

const singleMs = await timed(() =>
  db.transaction(async (tx) => {
    for (let index = 0; index < single; index += 1)
      await notifications.enqueueDelivery(tx, plain(`one${index}@example.org`, 'alert'))
  }),
)
await db.orm.execute(sql`TRUNCATE delivery CASCADE`)
const insertMs = await timed(() =>
  db.transaction((tx) =>
    notifications.fanOut(tx, {
      kind: 'jailed',
      usefulForMs: 24 * 3_600_000,
      recipients: sql`SELECT 'email' AS channel, n AS user_id, 'user' || n || '@example.org' AS recipient,
        'en' AS language, 'incident-7' AS reference, n % 10 = 0 AS is_critical FROM generate_series(1, ${rows}::int) AS n`,
    }),
  ),
)
const { rows: sizes } = await db.orm.execute<{ bytes: number }>(
  sql`SELECT pg_total_relation_size('delivery')::float8 AS bytes`,
)
const firstClaimMs = await timed(() =>
  db.orm.execute(sql`SELECT id FROM delivery WHERE channel = 'email' AND lane = 'other' AND state = 'QUEUED'
    AND due_at <= statement_timestamp() ORDER BY due_at, id LIMIT 4 FOR UPDATE SKIP LOCKED`),
)

await notifications.module.start?.()
const loops = (notifications.module.loops ?? []).map(({ loop }) => loop)
for (const loop of loops) loop.start()
const from = performance.now()
const delays: number[] = []
while (performance.now() - from < stormMs) {
  delays.push(await codeDelay(delays.length))
  await systemClock.sleep(codeEveryMs)
}
const sentPerSecond = (alerts * 1000) / (performance.now() - from)
await Promise.all(loops.map((loop) => loop.stop()))
await notifications.module.stop?.()
await db.close()
await rm(dataDir, { recursive: true, force: true })
console.log(
  JSON.stringify({
    insertMs,
    singleMs,
    firstClaimMs,
    sentPerSecond,
    codeP50Ms: quantile(delays, 0.5),
    codeMaxMs: Math.max(...delays),
    codesSent: delays.length,
    mebibytes: (sizes[0]?.bytes ?? 0) / 1024 ** 2,
    resident: process.memoryUsage.rss() / 1024 ** 2,
  }),
)
