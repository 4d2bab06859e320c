import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { notificationChannels } from '@roundsman/contract/accounts/accounts'
import { eq } from 'drizzle-orm'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemFetch } from '../../../platform/clients/http-client.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { delivery } from '../ledger/delivery.schema.ts'
import { channelSiteOf } from '../testing/channel-site.ts'
import { createNotifications } from '../notifications.public.ts'
import type { ChannelKind } from './channel.ts'
import { channelKinds, contractName, createChannels, dailyBudgets, ledgerName } from './channels.ts'

// docs/adding-a-channel.md, step by step, with a channel that only this test has.

let site: TestApp
let hook: Server
let hookUrl = ''
let metrics = new Registry()
const called: { headers: Record<string, unknown>; body: unknown }[] = []
let answers: number[] = []

beforeAll(async () => {
  site = await createTestApp({ fetch: systemFetch })
  hook = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      called.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) })
      response.writeHead(answers.shift() ?? 204).end()
    })()
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  hook.closeAllConnections()
  hook.close()
  await site.close()
})

/** Step 2 of the page: the one public object of the channel. */
const mattermostChannel: ChannelKind<'MATTERMOST'> = {
  name: 'MATTERMOST',
  dailyBudget: () => 3,
  create: ({ fetch }) => ({
    concurrency: { account: 1, critical: 2, other: 1 },
    isRepeatable: true,
    send: async ({ recipient, message, idempotencyKey }, signal) => {
      const answer = await fetch(recipient, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
        body: JSON.stringify({ subject: message.subject, text: message.paragraphs.join('\n') }),
        signal,
      })
      if (answer.ok) return { outcome: 'delivered' }
      const detail = `the hook answered ${answer.status}`
      return { outcome: 'failed', permanent: answer.status === 410, detail }
    },
  }),
}

/** Enqueues one to the hook and lets the ledger's loops run until it has the wanted state. */
async function sendUntil(state: string, dedupeKey: string) {
  metrics = new Registry()
  const { db } = site.platform
  const ledger = createNotifications(
    { ...site.platform, metrics },
    { channels: [...channelKinds, mattermostChannel] },
  )
  await db.transaction((tx) =>
    ledger.enqueueDelivery(tx, {
      ...{
        channel: ledgerName('MATTERMOST'),
        purpose: 'alert',
        userId: 1,
        recipient: hookUrl,
        language: 'en',
      },
      message: { subject: 'Jailed', paragraphs: ['Validator 7 is jailed.'] },
      usefulForMs: 3_600_000,
      dedupeKey,
      isCritical: true,
    }),
  )
  expect(ledger.hasChannel('mattermost')).toBe(true)
  const row = async () => {
    const rows = await db.orm.select().from(delivery).where(eq(delivery.dedupeKey, dedupeKey))
    return rows[0]
  }
  const loops = (ledger.module.loops ?? []).map(({ loop }) => loop)
  for (const loop of loops) loop.start()
  await expect
    .poll(async () => [(await row())?.state, (await row())?.leaseUntil], { timeout: 20_000 })
    .toEqual([state, null])
  for (const loop of loops) await loop.stop()
  return row()
}

test('D20: a channel that is added by one object is sent through, refused and budgeted like any other', async () => {
  expect(await sendUntil('DELIVERED', 'hook:1')).toMatchObject({ attempts: 1, payload: null })
  expect(called[0]?.body).toEqual({ subject: 'Jailed', text: 'Validator 7 is jailed.' })
  expect(called[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  answers = [410]
  expect(await sendUntil('FAILED', 'hook:2')).toMatchObject({ detail: 'the hook answered 410' })
  await sendUntil('DELIVERED', 'hook:3')
  // Its budget of three a day is used up, without a word about it anywhere else.
  await sendUntil('SUPPRESSED', 'hook:4')
  expect(called).toHaveLength(3)
  // D26: and is counted.
  expect(await metrics.metrics()).toContain(
    'roundsman_delivery_outcomes_total{channel="mattermost",state="SUPPRESSED"} 1',
  )
})

test('D20: the names of the contract and the channels that there are agree', () => {
  expect(channelKinds.map(({ name }) => name)).toEqual([...notificationChannels])
  for (const name of notificationChannels) expect(contractName(ledgerName(name))).toBe(name)
  expect(contractName('pigeon')).toBeNull()
})

test('D20: budgets and what can be sent are made from the list', () => {
  const { config } = site.platform
  expect(dailyBudgets([...channelKinds, mattermostChannel], config)).toEqual({
    sms: config.budgets.sms,
    voice: config.budgets.voice,
    mattermost: 3,
  })
  const built = createChannels([...channelKinds, mattermostChannel], channelSiteOf(site.platform, null))
  expect(built.map(({ channel }) => channel)).toEqual([
    'email',
    'discord',
    'slack',
    'pagerduty',
    'webhook',
    'ntfy',
    'web_push',
    'matrix',
    'gotify',
    'mattermost',
  ])
})
