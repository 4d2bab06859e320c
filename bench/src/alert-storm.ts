import { catalogue } from '@roundsman/alerting/catalogue'
import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createRaise } from '../../apps/server/src/modules/alerts/deciding/raise.ts'
import { someOutcome } from '../../apps/server/src/modules/alerts/testing/some-outcome.ts'
import { createNotifications } from '../../apps/server/src/modules/notifications/notifications.public.ts'
import { buildPlatform } from '../../apps/server/src/platform/platform.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { loadConfig } from '../../apps/server/src/platform/config/config.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/db/migrate.ts'
import { assetUrl } from '../../apps/server/src/platform/entry-url.ts'
import { systemFetch } from '../../apps/server/src/platform/clients/http-client.ts'
import { systemIds } from '../../apps/server/src/platform/ids.ts'
import { noSockets } from '../../apps/server/src/testing/no-sockets.ts'
import { quantile } from './quantile.ts'
import { startSmsProvider } from './sms-provider.ts'

// One condition with a million entries, then SMS to ten thousand at once through a provider that needs 100 ms for each; in
// the database of DATABASE_URL, which must be empty, if that is set, else in the embedded one.
// Usage: tsx bench/src/alert-storm.ts <entries> <SMS>
const [entries, messages] = process.argv.slice(2).map(Number)
if (entries === undefined || messages === undefined) throw new Error('usage: alert-storm.ts <entries> <SMS>')

const answerMs = 100
const codeEveryMs = 1_000
const networkId = 1
const jailed = 2011

/** When the provider was asked, by number. */
const asked = new Map<string, number>()
let onAsked: (number: string) => void = () => undefined
const provider = await startSmsProvider(answerMs, ({ to, at }) => {
  asked.set(to, at)
  onAsked(to)
})

const dataDir = mkdtempSync(join(tmpdir(), 'roundsman-bench-'))
const platform = await buildPlatform({
  config: loadConfig(
    {
      ROUNDSMAN_DATA_DIR: dataDir,
      DATABASE_URL: process.env['DATABASE_URL'] ?? '',
      ...provider.environment,
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
notifications.registerComposer('alert', async ({ references }) => ({
  subject: '',
  paragraphs: [`Alert ${references.join()}: jailed.`],
}))
const raise = createRaise({ db, catalogue, notifications, accessOf: () => 'ANY' })

/** So many users with a number each who subscribe to every jailing; returns the validator that is jailed. */
async function subscribe(count: number, channel: 'EMAIL' | 'SMS'): Promise<number> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT set_config('statement_timeout', '10min', true)`)
    await tx.execute(sql`TRUNCATE user_account, alert, delivery RESTART IDENTITY CASCADE`)
    await tx.execute(sql`
      INSERT INTO user_account (email, email_key, created_at)
      SELECT n || '@example.org', n || '@example.org', now() FROM generate_series(1, ${count}::int) AS n`)
    if (channel === 'SMS')
      await tx.execute(sql`
        INSERT INTO user_phone (user_id, phone, confirmed_at, created_at, resend_after)
        SELECT id, '+4420' || (70000000 + id), now(), now(), now() FROM user_account`)
    await tx.execute(sql`
      INSERT INTO alert_entry (user_id, network_id, setting_id, channels, created_at)
      SELECT id, ${networkId}, ${jailed}, ARRAY[${channel}::text], now() FROM user_account`)
    await tx.execute(sql`
      INSERT INTO watch_validator (network_id, epoch, slot, operator_address, consensus_address, moniker, bond_status,
                                   power, reported_power, changed_at, seq)
      VALUES (${networkId}, 1, 0, 'operator', 'CONSENSUS', 'Ada', 'BOND_STATUS_BONDED', 1, 1, 0, 1)
      ON CONFLICT DO NOTHING`)
  })
  await db.orm.execute(sql`ANALYZE`)
  const { rows } = await db.orm.execute<{ id: number }>(sql`SELECT id FROM watch_validator LIMIT 1`)
  return rows[0]?.id ?? 0
}

async function jail(id: number, height: number): Promise<number> {
  const from = performance.now()
  const target = { key: `validator:${id}`, type: 'VALIDATOR' as const, id }
  await db.transaction((tx) =>
    raise(tx, networkId, [someOutcome({ settingId: jailed, target, height })], deciding.begin(1)),
  )
  return performance.now() - from
}

const queuedMs = await jail(await subscribe(entries, 'EMAIL'), 1)
const { rows: queued } = await db.orm.execute<{ count: number }>(
  sql`SELECT count(*)::int AS count FROM delivery`,
)
if (queued[0]?.count !== entries) throw new Error(`${queued[0]?.count} of ${entries} were queued`)

const validator = await subscribe(messages, 'SMS')
await notifications.module.start?.()
const loops = (notifications.module.loops ?? []).map(({ loop }) => loop)
for (const loop of loops) loop.start()
let reached = 0
const all = new Promise<void>((resolve) => {
  onAsked = (number) => {
    if (number.startsWith('+4420') && ++reached >= messages) resolve()
  }
})
const from = performance.now()
await jail(validator, 2)
const over = new AbortController()
void all.then(() => over.abort())
const codes: number[] = []
while (!over.signal.aborted) {
  const number = `+1500555${String(1_000 + codes.length)}`
  const at = performance.now()
  await db.transaction((tx) =>
    notifications.enqueueDelivery(tx, {
      channel: 'sms',
      purpose: 'account',
      recipient: number,
      userId: null,
      language: 'en',
      message: { subject: '', paragraphs: ['Code 123456'] },
      dedupeKey: number,
      usefulForMs: 600_000,
    }),
  )
  while (!asked.has(number)) await systemClock.sleep(5)
  codes.push((asked.get(number) ?? 0) - at)
  await systemClock.sleep(codeEveryMs, over.signal)
}
await all
const lags = [...asked].filter(([number]) => number.startsWith('+4420')).map(([, at]) => at - from)
const sentMs = Math.max(...lags)
await Promise.all(loops.map((loop) => loop.stop()))
await notifications.module.stop?.()
await db.close()
provider.stop()
await rm(dataDir, { recursive: true, force: true })
console.log(
  JSON.stringify({
    queuedMs,
    perSecond: (messages * 1000) / sentMs,
    lagP50Ms: quantile(lags, 0.5),
    lagMaxMs: sentMs,
    codeP50Ms: quantile(codes, 0.5),
    codeMaxMs: Math.max(...codes),
    codes: codes.length,
    resident: process.memoryUsage.rss() / 1024 ** 2,
  }),
)
