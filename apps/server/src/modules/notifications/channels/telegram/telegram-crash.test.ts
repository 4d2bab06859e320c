import { rmSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { subkey } from '../../../../platform/config/secrets.ts'
import { systemIds } from '../../../../platform/ids.ts'
import { createTelegram, type Telegram } from '../../../../testing/providers/telegram.ts'
import { createTestDatabase, openEmbedded, type TestDatabase } from '../../../../testing/test-database.ts'
import { testConfig } from '../../../../testing/test-config.ts'
import { createContactStore } from '../../contacts/contact.store.ts'
import { createTextSeal } from '../../../../platform/config/text-seal.ts'
import { startLedgerProcess } from '../../testing/ledger-process.ts'
import { keepLink } from './telegram.store.ts'

// Real processes and a real database; kill -9 between what is written down and what is said of it.

/** Two processes, the second of which waits for the lease of the first. */
const slow = { timeout: 180_000 }
const code = 'a-code-of-the-link'

/** A user with a contact that waits for its chat. */
async function addContact({ db, ...database }: TestDatabase): Promise<void> {
  const { secret } = testConfig({ db, ...database })
  const seal = createTextSeal({
    key: subkey(secret, 'encryption'),
    randomToken: (bytes) => systemIds.token(bytes),
  })
  const { rows } = await db.orm.execute<{ id: number }>(sql`
    insert into user_account (email, email_key, created_at) values ('a@b.c', 'a@b.c', now()) returning id`)
  const body = {
    ...{ chat: null, user: null, bot: 'roundsman_bot', language: 'en' },
    hello: { subject: 'Roundsman is connected', paragraphs: ['Alerts arrive here.'] },
  }
  await db.transaction(async (tx) => {
    const userId = rows[0]?.id ?? 0
    const place = { userId, channel: 'TELEGRAM', name: 'Mine', shown: '@roundsman_bot' } as const
    const state = { state: 'WAITING', problemCode: null, problemDetail: null } as const
    const { id } = await createContactStore(db, seal).add(tx, { teamId: null, ...place, ...state }, body)
    await keepLink(tx, db.now, id, code)
  })
}

/** Resolves once the bot was asked for the method so many times. */
async function asked(telegram: Telegram, method: string, times: number): Promise<void> {
  while (telegram.asked(method).length < times) await telegram.waitFor(telegram.calls.length + 1)
}

test(
  'D112: killed after a chat was linked, the next process says so there, and works nothing off again',
  slow,
  async () => {
    const telegram = await createTelegram()
    const database = await createTestDatabase()
    const start = () =>
      startLedgerProcess(
        database,
        { smtpUrl: 'smtp://127.0.0.1:1', telegram: { url: telegram.origin, token: telegram.token } },
        'dispatch',
      )
    try {
      await addContact(database)
      // The embedded directory has one owner at a time: from here on the processes are it.
      if (database.url === null) await database.db.close()
      telegram.meets.push({ method: 'sendMessage', with: 'never' })
      telegram.write(`/start ${code}`, { user: 12 })
      const first = start()
      await asked(telegram, 'sendMessage', 1)
      await first.kill()
      expect(telegram.waiting()).toBe(1)

      const second = start()
      await asked(telegram, 'sendMessage', 2)
      // It asks for what comes after what it has worked off.
      const polls = telegram.asked('getUpdates').length
      await asked(telegram, 'getUpdates', polls + 1)
      expect(telegram.waiting()).toBe(0)
      expect(telegram.messages.map(({ chat, text }) => [chat, text.split('\n')[0]])).toEqual([
        [12, 'Roundsman is connected'],
      ])
      expect(await second.end()).toBe(0)

      const third = start()
      await asked(telegram, 'getUpdates', telegram.asked('getUpdates').length + 1)
      expect(telegram.asked('getUpdates').at(-1)).toMatchObject({ offset: expect.any(Number) })
      expect(await third.end()).toBe(0)
      expect(telegram.messages).toHaveLength(1)
      const db = database.url === null ? await openEmbedded(database.dataDir) : database.db
      const { rows } = await db.orm.execute(sql`select state, shown from user_contact`)
      expect(rows).toEqual([{ state: 'CONFIRMED', shown: 'Ad…' }])
      if (database.url === null) await db.close()
    } finally {
      await telegram.close()
      if (database.url === null) rmSync(database.dataDir, { recursive: true, force: true })
      else await database.drop()
    }
  },
)
