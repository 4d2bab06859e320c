import { sql } from 'drizzle-orm'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { buildChildPlatform, print, stopWithTest } from '../../../testing/child-platform.ts'
import { createNotifications } from '../notifications.public.ts'

// A process with the ledger alone, to be killed: `enqueue <count>` or `dispatch <hours>`, which runs with the database's clock
// so far ahead that every lease and pause of the process before is over. `enqueue-night <count>` adds what waits for the
// end of quiet hours, `left` counts of them what does not wait yet.
const [, , mode, argument = '0'] = process.argv
/** Of the child alone: how long after it was enqueued what waits is told. */
const quietMs = 10 * 3_600_000
const ahead = mode === 'dispatch' ? Number(argument) * 3_600_000 : 0

const built = await buildChildPlatform(
  process.env['ROUNDSMAN_TELEGRAM_BOT_TOKEN'] === undefined ? undefined : systemFetch,
)
const platform = {
  ...built,
  db: { ...built.db, now: () => sql`statement_timestamp() + make_interval(secs => ${ahead / 1000}::float8)` },
}
const notifications = createNotifications(platform)
notifications.registerComposer('night', ({ references, createdAt, hasWaited }) => {
  print(`composing ${references.join()}`)
  const waitUntil = createdAt.getTime() + quietMs
  const isQuiet = Date.now() + ahead < waitUntil
  if (isQuiet) return Promise.resolve({ waitUntil, beside: '1' })
  return Promise.resolve({ subject: `${hasWaited} ${[...references].sort().join()}`, paragraphs: ['text'] })
})

if (mode === 'enqueue') {
  for (let index = 0; index < Number(argument); index += 1) {
    await platform.db.transaction((tx) =>
      notifications.enqueueDelivery(tx, {
        channel: 'email',
        purpose: 'account',
        recipient: `user${index}@example.org`,
        userId: null,
        language: 'en',
        message: { subject: `Mail ${index}`, paragraphs: ['text'] },
        dedupeKey: `crash:${index}`,
        usefulForMs: 1_000 * 3_600_000,
      }),
    )
    // Only what was acknowledged may be expected to survive.
    print(`committed ${index}`)
  }
} else if (mode === 'enqueue-night') {
  // Each by itself, as each comes at another time of the night.
  for (let index = 1; index <= Number(argument); index += 1) {
    const recipients = sql`
      SELECT 'email'::text AS channel, 1 AS user_id, 'ada@example.org'::text AS recipient, 'en'::text AS language,
             ${String(index)}::text AS reference, false AS is_critical`
    await platform.db.transaction((tx) =>
      notifications.fanOut(tx, { kind: 'night', usefulForMs: 3_600_000, recipients }),
    )
  }
} else if (mode === 'left') {
  const { rows } = await platform.db.orm.execute<{ left: number }>(
    sql`SELECT count(*)::int AS left FROM delivery WHERE state = 'SENDING' OR waits_until IS NULL`,
  )
  print(`left ${rows[0]?.left}`)
} else {
  await notifications.module.start?.()
  for (const { loop } of notifications.module.loops ?? []) loop.start()
}
print('ready')

stopWithTest(stop)

async function stop(): Promise<void> {
  for (const { loop } of notifications.module.loops ?? []) if (mode === 'dispatch') await loop.stop()
  await notifications.module.stop?.()
  await platform.db.close()
}
