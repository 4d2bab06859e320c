import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailCatcher, type MailCatcher } from '../../../testing/mail-catcher.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { type LedgerProcess, startLedgerProcess } from '../testing/ledger-process.ts'

// Real processes, a real database and a real mail server; kill -9 at the two moments that matter.

/** Each test starts several processes, one after the other. */
const slow = { timeout: 180_000 }
let database: TestDatabase
let catcher: MailCatcher
beforeEach(async () => {
  catcher = await createMailCatcher()
  database = await createTestDatabase()
  // The embedded directory has one owner at a time: from here on the processes are it.
  if (database.url === null) await database.db.close()
})
afterEach(async () => {
  await catcher.close()
  if (database.url === null) rmSync(database.dataDir, { recursive: true, force: true })
  else await database.drop()
})

const start = (...args: string[]) => startLedgerProcess(database, { smtpUrl: catcher.url }, ...args)

async function enqueueAndDie(count: number): Promise<void> {
  const writer = start('enqueue', String(count))
  await writer.said(`committed ${count - 1}`)
  await writer.kill()
}

/** Of what was enqueued, how many rows nobody has taken yet to let them wait. */
async function leftToWait(): Promise<number> {
  const counter = start('left')
  await counter.said('left')
  expect(await counter.end()).toBe(0)
  return Number(counter.lines.find((line) => line.startsWith('left'))?.split(' ')[1])
}

/** How often each Message-ID came, by recipient. */
function arrivals(): Map<string, { ids: Set<string | undefined>; times: number }> {
  const found = new Map<string, { ids: Set<string | undefined>; times: number }>()
  for (const { to, mail } of catcher.mails) {
    const one = found.get(to.join()) ?? { ids: new Set(), times: 0 }
    one.ids.add(mail.messageId)
    one.times += 1
    found.set(to.join(), one)
  }
  return found
}

test('D1 D4: killed between commit and sending, every mail goes out, once', slow, async () => {
  await enqueueAndDie(5)
  expect(catcher.mails).toEqual([])
  const sender = start('dispatch', '1')
  await catcher.waitFor(5)
  expect(await sender.end()).toBe(0)
  const found = [...arrivals().values()]
  expect(found.map((one) => one.times)).toEqual([1, 1, 1, 1, 1])
  const next = start('dispatch', '2')
  await next.said('ready')
  expect(await next.end()).toBe(0)
  expect(catcher.mails).toHaveLength(5)
})

test(
  'D4: killed between the yes of the server and our mark, the mail comes once more under the same Message-ID',
  slow,
  async () => {
    await enqueueAndDie(1)
    const first = start('dispatch', '1')
    catcher.onMail(async () => {
      catcher.onMail(() => null)
      await first.kill()
      return null
    })
    await catcher.waitFor(1)
    const second = start('dispatch', '2')
    await catcher.waitFor(2)
    expect(await second.end()).toBe(0)
    expect([...arrivals().values()]).toEqual([{ ids: new Set([catcher.mails[0]?.mail.messageId]), times: 2 }])
  },
)

test(
  'D4: killed again and again, nothing is lost and each kill repeats at most what was under way',
  slow,
  async () => {
    const [count, kills, underWay] = [24, 2, 8]
    await enqueueAndDie(count)
    for (let round = 1; round <= kills; round += 1) {
      const killed = new Promise<void>((resolve) => {
        const sender: LedgerProcess = start('dispatch', String(round))
        let left = 3 + round
        catcher.onMail(async () => {
          left -= 1
          if (left === 0) {
            await sender.kill()
            resolve()
          }
          return null
        })
      })
      await killed
    }
    catcher.onMail(() => null)
    const last = start('dispatch', String(kills + 1))
    const everybody = () => arrivals().size === count
    while (!everybody()) await catcher.waitFor(catcher.mails.length + 1)
    expect(await last.end()).toBe(0)
    expect([...arrivals().values()].every((one) => one.ids.size === 1)).toBe(true)
    expect(catcher.mails.length).toBeLessThanOrEqual(count + kills * underWay)
  },
)

test(
  'D166: killed again and again in quiet hours, all that waits is told at their end, in one message',
  slow,
  async () => {
    const count = 12
    const writer = start('enqueue-night', String(count))
    await writer.said('ready')
    expect(await writer.end()).toBe(0)
    // Somewhere between taking a row and writing down that it waits.
    for (const [hours, composed] of [
      [0, 1],
      [1, 4],
      [2, 7],
    ] as const) {
      const killed = start('dispatch', String(hours))
      await killed.said('composing', composed)
      await killed.kill()
    }
    while ((await leftToWait()) > 0) {
      const evening = start('dispatch', '3')
      await evening.said('composing')
      expect(await evening.end()).toBe(0)
    }
    expect(catcher.mails).toEqual([])
    const morning = start('dispatch', '11')
    await catcher.waitFor(1)
    expect(await morning.end()).toBe(0)
    const all = Array.from({ length: count }, (_, index) => String(index + 1)).sort()
    expect(catcher.mails.map(({ mail }) => mail.subject)).toEqual([`true ${all.join()}`])
  },
)
