import type { AlertReplay } from '@roundsman/contract/alerts/alert-actions'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { coveredOf } from './replay-alerts.ts'
import { createReplayQueue } from './replay.routes.ts'
import { addValidator } from '../testing/some-validators.ts'

const credentials = { email: 'ada@example.org', password: 'a long enough password' }
let site: TestApp
let browser: TestBrowser
let ada: number
let abroad: number

beforeAll(async () => {
  site = await createTestApp({ catalogue: testCatalogue([testNetwork(), testNetwork({ blockchain_id: 2 })]) })
  await site.app.prepare()
  await site.createUser(credentials.email, credentials.password)
  browser = await site.signedIn(credentials)
  ada = await addValidator(site.database.db.orm, { operator: 'ada' })
  abroad = await addValidator(site.database.db.orm, { networkId: 2, operator: 'abroad' })
})
afterAll(() => site.close())

const ask = (body: object) =>
  browser.post('/api/alerts/replay/', { blockchain_id: 1, setting_ids: [9011], days: 7, ...body })

describe('what is answered', () => {
  test('E120: the time asked for, since when it is covered, and nothing where nothing is kept', async () => {
    const answer = await ask({ setting_ids: [9011, 9021, 9011] })
    expect(answer.json()).toEqual({
      from: '2026-11-14T12:00:00.000Z',
      to: '2026-11-21T12:00:00.000Z',
      covered: null,
      settings: [
        { setting_id: 9011, times: [], since: null, held: false },
        { setting_id: 9021, times: [], since: null, held: false },
      ],
    } satisfies AlertReplay)
    // A validator's settings without a validator mean every one of them, which nothing is replayed of.
    expect((await ask({ setting_ids: [1011] })).json<AlertReplay>().covered).toBeNull()
  })

  test('E121: what cannot be replayed is refused by name', async () => {
    const fields = async (body: object) => {
      const answer = await ask(body)
      return [answer.status, Object.keys(answer.json<{ errors: object }>().errors).join()]
    }
    expect(await fields({ setting_ids: [9011, 1] })).toEqual([400, 'setting_ids.1'])
    expect(await fields({ blockchain_validator_id: ada })).toEqual([400, 'setting_ids.0'])
    const jailed = { setting_ids: [2011] }
    expect(await fields({ ...jailed, blockchain_validator_id: abroad })).toEqual([
      400,
      'blockchain_validator_id',
    ])
    expect(await fields({ ...jailed, bridge_id: 1 })).toEqual([400, 'bridge_id'])
    expect(await fields({ ...jailed, bridge_id: 1, blockchain_validator_id: ada })).toEqual([
      400,
      'bridge_id',
    ])
    expect(await fields({ days: 8 })).toEqual([400, 'days'])
    expect((await ask({ blockchain_id: 99 })).status).toBe(404)
  })
})

test('V30: of votes it is told when each setting called by what was decided then, and what nobody looked at is not covered', async () => {
  const { orm } = site.database.db
  const times = async (settings: readonly number[]) =>
    (await ask({ setting_ids: settings }))
      .json<AlertReplay>()
      .settings.map(({ times: called, since, held }) => [called.length, since, held])
  expect(await times([10_011])).toEqual([[0, null, false]])
  const at = (day: number) => Date.UTC(2026, 10, day)
  const head = { version: 1, epoch: 1, step: 9, proposalsSince: at(12), signalsSince: null }
  await orm.execute(sql`INSERT INTO alert_governance VALUES (1, ${JSON.stringify(head)}::jsonb)`)
  for (const [key, began] of [
    ['network:41:a', at(13)],
    ['network:42:b', at(16)],
    ['network:43:c', at(18)],
  ] as const) {
    const condition = { is: 1, since: began, reported: 1, times: { began: [began] } }
    const state = { overAt: at(22), conditions: { 1001: condition } }
    await orm.execute(sql`INSERT INTO alert_matter VALUES (1, ${key}, ${JSON.stringify(state)}::jsonb)`)
  }
  const from = '2026-11-14T12:00:00.000Z'
  // Of every validator at once nothing is replayed, and nobody has looked at signals.
  expect(await times([10_011, 10_021, 10_211, 11_011])).toEqual([
    [2, from, false],
    [0, from, false],
    [0, null, false],
    [0, null, false],
  ])
})

test('E122: all of several settings are covered since the youngest of what they are computed from', () => {
  const setting = (since: number | null) => ({ settingId: 1, times: [], held: false, since })
  expect(coveredOf([setting(3), setting(8), setting(5)])).toBe(8)
  expect(coveredOf([setting(3), setting(null)])).toBeNull()
})

test('E123: one after the other, some of each user, and 429 beyond; who failed is in nobody’s way', async () => {
  const queue = createReplayQueue()
  const log: string[] = []
  const gates: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      log.push(name)
      gates.push(() => resolve(name))
    })
  const first = queue.run(1, work('a'))
  const failing = queue.run(1, () => Promise.reject(new Error('broken')))
  const others = [queue.run(1, work('b')), queue.run(1, work('c')), queue.run(2, work('d'))]
  await expect(queue.run(1, work('e'))).rejects.toThrow('too_many_requests')
  await expect.poll(() => log).toEqual(['a'])
  gates[0]?.()
  expect(await first).toBe('a')
  await expect(failing).rejects.toThrow('broken')
  for (const [index, other] of others.entries()) {
    await expect.poll(() => log.length).toBe(index + 2)
    gates[index + 1]?.()
    await other
  }
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  for (let user = 0; user < 20; user += 1) void queue.run(user, work('x'))
  await expect(queue.run(99, work('y'))).rejects.toThrow('too_many_requests')
})
