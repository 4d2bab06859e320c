import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CaughtMail, createMailCatcher, linkIn, type MailCatcher } from './testing/mail-catcher.ts'
import { settle } from './testing/manual-clock.ts'
import { createProgramSession } from './testing/program-session.ts'
import { type ServerProcess, startProcess } from './testing/server-process.ts'
import { testCatalogue, testNetwork } from './testing/test-catalogue.ts'
import { copyEmbeddedTemplate } from './testing/test-database.ts'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'

// kill -9 in each flow of an account: in the middle of each call, and right after each answer. The program itself,
// on the embedded engine, with a real mail server.

const slow = { timeout: 300_000 }

let dir = ''
let catcher: MailCatcher
let twilio: TwilioStandIn
let server: ServerProcess
let address = ''
/** How often a call that mails was made, by a word of the mail's subject. */
let asked: Map<string, number>
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-crash-'))
  await copyEmbeddedTemplate(dir)
  writeFileSync(join(dir, 'networks.json'), JSON.stringify(testCatalogue([testNetwork()])))
  catcher = await createMailCatcher()
  twilio = await createTwilioStandIn()
  session.clear()
  asked = new Map()
  await start()
})
afterEach(async () => {
  await kill()
  await catcher.close()
  await twilio.close()
  rmSync(dir, { recursive: true, force: true })
})

async function start(): Promise<void> {
  server = startProcess('main.ts', [], {
    ROUNDSMAN_DATA_DIR: dir,
    ROUNDSMAN_PORT: '0',
    ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
    ROUNDSMAN_SMTP_URL: catcher.url,
    ROUNDSMAN_TWILIO_ACCOUNT_SID: twilio.account.accountSid,
    ROUNDSMAN_TWILIO_AUTH_TOKEN: twilio.account.authToken,
    ROUNDSMAN_TWILIO_FROM: twilio.account.from,
    ROUNDSMAN_TWILIO_URL: twilio.account.url,
  })
  address = (await server.said(/"address":"([^"]+)"/))[1] ?? ''
}

async function kill(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

const session = createProgramSession(() => address)
const { call } = session

const post = async (path: string, body?: object) => (await call('POST', `/api/users/${path}/`, body)).status

/** Killed while the call is under way, then started again: whether it was done nobody can say. */
async function cutOff(path: string, body: object): Promise<void> {
  const cut = post(path, body).catch(() => null)
  await settle()
  await kill()
  await cut
  await start()
  await call('GET', '/api/networks/')
}

/** Killed right after the answer, then started again. */
async function answered(path: string, body: object): Promise<number> {
  const status = await post(path, body)
  await kill()
  await start()
  await call('GET', '/api/networks/')
  return status
}

/** A call that mails, cut off once and then made; gives the mail of the second, which is the newest. */
async function mailedBy(path: string, body: object, subject: string): Promise<CaughtMail> {
  await cutOff(path, body)
  const before = idsOf(subject).size
  expect(await answered(path, body)).toBe(202)
  asked.set(subject, (asked.get(subject) ?? 0) + 2)
  while (idsOf(subject).size <= before) await catcher.waitFor(catcher.mails.length + 1)
  const newest = catcher.mails.findLast(({ mail }) => mail.subject?.includes(subject))
  if (!newest) throw new Error('no mail')
  return newest
}

const idsOf = (subject: string) =>
  new Set(
    catcher.mails.filter(({ mail }) => mail.subject?.includes(subject)).map(({ mail }) => mail.messageId),
  )
const tokenIn = (mail: CaughtMail) => linkIn(mail).searchParams.get('token')

test(
  'D1 A8 A36 A42: killed at any point, each flow can be finished or begun again, and no mail is lost',
  slow,
  async () => {
    const first = 'ada@example.org'
    const second = 'lovelace@example.org'
    const password = 'a long enough password'
    const better = 'quite another password'
    await call('GET', '/api/networks/')

    const registered = await mailedBy(
      'register',
      { email: first, password },
      'Confirm your Roundsman account',
    )
    expect(await answered('register/confirm', { token: tokenIn(registered), password })).toBe(200)
    expect((await call('GET', '/api/users/profile/')).status).toBe(200)

    const reset = await mailedBy('reset-password', { email: first }, 'Reset your Roundsman password')
    expect(await answered('reset-password/confirm', { token: tokenIn(reset), password: better })).toBe(200)
    expect((await call('GET', '/api/users/profile/')).status).toBe(401)
    expect(await post('login', { email: first, password: better })).toBe(200)

    const wish = { email: second, password: better }
    const confirm = await mailedBy('email-change', wish, 'Confirm your new address')
    expect(await answered('email-change/confirm', { token: tokenIn(confirm) })).toBe(200)
    expect(await answered('email-change/confirm', { token: tokenIn(confirm) })).toBe(400)
    expect(await post('login', { email: second, password: better })).toBe(200)

    // The notices sent beside it arrive, too; a mail may come twice, but under one id, and no call makes two.
    for (const notice of [
      'Roundsman password was changed',
      'about to change',
      'Roundsman address was changed',
    ])
      while (idsOf(notice).size === 0) await catcher.waitFor(catcher.mails.length + 1)
    for (const [subject, times] of asked) expect(idsOf(subject).size).toBeLessThanOrEqual(times)
    expect(idsOf('Roundsman password was changed').size).toBe(1)
    expect(idsOf('Roundsman address was changed').size).toBe(1)
  },
)

test(
  'D1 F3 F6 F10 F17: killed at any point, a number can be added and confirmed, and each code is one SMS',
  slow,
  async () => {
    const email = 'ada@example.org'
    const password = 'a long enough password'
    const phone = '+12125550123'
    await call('GET', '/api/networks/')
    expect(await post('register', { email, password })).toBe(202)
    const registered = (await catcher.waitFor(1))[0]
    if (!registered) throw new Error('no mail')
    expect(await post('register/confirm', { token: tokenIn(registered), password })).toBe(200)

    await cutOff('phone', { phone })
    // Whether the first was taken or not: now the number waits for its code, and the code that is newest holds.
    expect(await answered('phone', { phone })).toBe(201)
    const profile = (await (await call('GET', '/api/users/profile/')).json()) as Profile
    expect(profile.phones).toEqual([{ user_phone_id: expect.any(Number), phone, is_confirmed: false }])
    const id = profile.phones[0]?.user_phone_id
    await cutOff('phone/confirm', { user_phone_id: id, code: await newestCode() })
    // On a slow machine the second call came after the wait, so another code is under way, and the first is void.
    while ((await answered('phone/confirm', { user_phone_id: id, code: await newestCode() })) !== 200)
      await twilio.waitFor(twilio.taken.length + 1)
    const after = (await (await call('GET', '/api/users/profile/')).json()) as Profile
    expect(after.phones).toEqual([{ ...profile.phones[0], is_confirmed: true }])

    while (idsOf('Phone number added').size === 0) await catcher.waitFor(catcher.mails.length + 1)
    expect(idsOf('Phone number added').size).toBe(1)
    // One for each row at most: what Twilio took already the next process learns before it sends.
    const texts = twilio.taken.map(({ form }) => form['Body'])
    expect(texts).toHaveLength(new Set(texts).size)
    expect(texts.length).toBeLessThanOrEqual(2)
  },
)

interface Profile {
  phones: { user_phone_id: number; phone: string; is_confirmed: boolean }[]
}

async function newestCode(): Promise<string> {
  const taken = await twilio.waitFor(1)
  return /^\d{6}/.exec(taken.at(-1)?.form['Body'] ?? '')?.[0] ?? ''
}
