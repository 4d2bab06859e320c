import { sql } from 'drizzle-orm'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tableNames } from '../../administration/backup-tables.ts'
import { testStart } from '../../testing/manual-clock.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../testing/test-catalogue.ts'

const dir = mkdtempSync(join(tmpdir(), 'roundsman-import-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const ada = { email: 'ada@example.org', password: 'a long enough password' }
const hour = 3_600_000
const day = 24 * hour
const iso = (at: number) => new Date(at).toISOString()
const hex = (digit: string) => digit.repeat(40)

const head = { roundsman_past: 1 }
const network = { network: { blockchain_id: 1, chain_id: 'test-1' } }
const [first, second] = [
  { operator_address: 'celestiavaloper1aaa', consensus_address: hex('A'), moniker: 'Ann' },
  {
    operator_address: 'celestiavaloper1bbb',
    consensus_address: hex('b'),
    moniker: null,
    left_at: iso(testStart - day),
  },
]
const validators = [first, second].map((one) => ({ validator: { blockchain_id: 1, ...one } }))
/** A bucket of a step; the newest are of just now. */
const samples = (step: number, at: number, value = 1) => ({
  samples: {
    ...{ blockchain_id: 1, step, at: iso(at) },
    ...{ uptime: [value, null], power: [100, 50], commission: [0.1], tokens: [1e8, 5e7] },
  },
})
const event = (kind: string, at: number, more: object = {}) => ({
  event: { blockchain_id: 1, validator: first.operator_address, kind, at: iso(at), ...more },
})
const alert = (settingId: number, at: number, more: object = {}) => ({
  alert: {
    ...{
      email: ada.email,
      blockchain_id: 1,
      validator: first.operator_address,
      setting_id: settingId,
      at: iso(at),
    },
    ...more,
  },
})
const outage = {
  ...{ blocks: 12, first_height: 100, last_height: 115 },
  ...{ from: iso(testStart - 3 * day), to: iso(testStart - 3 * day + 60_000) },
}
const past: readonly object[] = [
  head,
  network,
  ...validators,
  ...Array.from({ length: 180 }, (_, index) => samples(14_400, testStart - (180 - index) * 4 * hour, 0.9)),
  ...Array.from({ length: 6 }, (_, index) => samples(600, testStart - (6 - index) * 600_000, 0.8)),
  event('outage', testStart - 3 * day + 60_000, { outage }),
  event('jailed', testStart - 2 * day, { height: 200, before: 'false', after: 'true' }),
  event('unjailed', testStart - 2 * day + hour, { height: 300, before: 'true', after: 'false' }),
  alert(1141, testStart - 3 * day + 30_000, {
    ...{
      height: 110,
      ended_at: iso(testStart - 3 * day + 90_000),
      figures: { value: 10, consecutive_missed: 10 },
    },
  }),
  alert(2011, testStart - 2 * day, { height: 200, ended_at: iso(testStart - 2 * day + hour) }),
  alert(2012, testStart - 2 * day + hour, {
    height: 300,
    acknowledged_at: iso(testStart - 2 * day + 2 * hour),
  }),
]

function fileOf(lines: readonly (object | string)[], name = 'past.ndjson'): string {
  const file = join(dir, name)
  writeFileSync(
    file,
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  )
  return file
}
/** With its end. */
const whole = (lines: readonly (object | string)[]) => [...lines, { end: { lines: lines.length } }]

let site: TestApp
beforeAll(async () => {
  site = await createTestApp({
    catalogue: testCatalogue([testNetwork({ chain_id: 'test-1' }), testNetwork({ blockchain_id: 2 })]),
  })
  await site.app.prepare()
  await site.createUser(ada.email, ada.password)
})
afterAll(() => site.close())

async function run(name: string): Promise<{ code: number; printed: string[] }> {
  const command = site.app.commands(dir).find((one) => one.name === 'import')
  if (!command) throw new Error('there is no command import')
  const printed: string[] = []
  const code = await command.run([name], {
    print: (line) => printed.push(line),
    complain: (line) => printed.push(line),
  })
  return { code, printed }
}

/** All there is but the audit trail, which has every command that ran, also one that did nothing (A102). */
async function contents(): Promise<object> {
  const all: Record<string, unknown> = {}
  for (const table of await tableNames(site.platform.db.orm)) {
    if (table === 'audit_event') continue
    const { rows } = await site.platform.db.orm.execute(
      sql`select x::text as row from ${sql.identifier(table)} x order by 1`,
    )
    all[table] = rows
  }
  return all
}

describe('a file that is wrong', () => {
  let before: object
  beforeEach(async () => {
    before = await contents()
  })
  afterEach(async () => expect(await contents()).toEqual(before))

  test.each<[string, (object | string)[], string]>([
    ['another file', whole(['{"format":"roundsman-backup"}']), 'Line 1: the first line'],
    ['a line that is no JSON', whole([head, network, 'x']), 'Line 3: it is not JSON'],
    ['an unknown line', whole([head, { thing: {} }]), 'Line 2: it has to be an object with one key'],
    [
      'an unknown field',
      whole([head, network, { validator: { ...validators[0]?.validator, rank: 1 } }]),
      'Line 3: validator',
    ],
    [
      'a network that nobody knows',
      whole([head, { network: { blockchain_id: 7, chain_id: 'x' } }]),
      'Line 2: the catalogue has no network 7',
    ],
    [
      'another chain',
      whole([head, { network: { blockchain_id: 1, chain_id: 'x' } }]),
      'Line 2: network.chain_id is x; that of the catalogue is test-1',
    ],
    [
      'a chain that the catalogue does not name',
      whole([head, { network: { blockchain_id: 2, chain_id: 'x' } }]),
      'Line 2: the catalogue names no chain_id for the network 2',
    ],
    [
      'a validator twice',
      whole([head, network, ...validators, ...validators]),
      'Line 5: celestiavaloper1aaa has come before',
    ],
    [
      'a validator too late',
      whole([head, network, samples(600, testStart - hour), ...validators]),
      'Line 3: samples.uptime has 2 values for 0 validators',
    ],
    [
      'a step that is not kept',
      whole([head, network, ...validators, samples(60, testStart - hour)]),
      'Line 5: samples.step',
    ],
    [
      'a time between two buckets',
      whole([head, network, ...validators, samples(600, testStart - hour + 1_000)]),
      'Line 5: samples.at: must be a multiple',
    ],
    [
      'a bucket that is not over',
      whole([head, network, ...validators, samples(600, testStart)]),
      'Line 5: its time is not over yet',
    ],
    [
      'the same bucket twice',
      whole([head, network, ...validators, samples(600, testStart - hour), samples(600, testStart - hour)]),
      'Line 6: there are samples of 600 seconds of this time',
    ],
    [
      'an event of nobody',
      whole([head, network, event('jailed', testStart - day)]),
      'Line 3: no validator of this network',
    ],
    [
      'an event of tomorrow',
      whole([head, network, ...validators, event('jailed', testStart + day)]),
      'Line 5: at lies in the future',
    ],
    [
      'events out of order',
      whole([
        head,
        network,
        ...validators,
        event('jailed', testStart - day),
        event('unjailed', testStart - 2 * day),
      ]),
      'Line 6: it is older than the event before it',
    ],
    [
      'an outage without its blocks',
      whole([head, network, ...validators, event('outage', testStart - day)]),
      'Line 5: event.outage',
    ],
    [
      'a setting that nobody knows',
      whole([head, network, ...validators, alert(9_999_991, testStart - day)]),
      'Line 5: setting_id 9999991',
    ],
    [
      'a setting of another target',
      whole([head, network, ...validators, alert(2011, testStart - day, { validator: null })]),
      'Line 5: validator has to name one',
    ],
    [
      'an account that is not here',
      whole([head, network, ...validators, alert(2011, testStart - day, { email: 'bob@example.org' })]),
      'Nobody has the address bob@example.org here',
    ],
    [
      'a character that cannot be stored',
      whole([head, network, { validator: { ...validators[0]?.validator, moniker: '\u0000' } }]),
      'Line 3: it contains U+0000',
    ],
    [
      'lines that are missing',
      [...past, { end: { lines: past.length + 1 } }],
      `Line ${past.length + 1}: end.lines`,
    ],
    ['an end that is missing', [...past], `Line ${past.length + 1}: the file breaks off`],
    ['something after the end', [...whole(past), head], `Line ${past.length + 2}: it comes after the end`],
  ])('B171: %s is refused by its line, and nothing is imported', async (_what, lines, message) => {
    await expect(run(fileOf(lines))).rejects.toThrow(message)
  })

  test('B171: so is a file that breaks off in a line', async () => {
    const text = JSON.stringify(samples(600, testStart - hour))
    await expect(run(fileOf([head, network, ...validators, text.slice(0, -20)]))).rejects.toThrow(
      'Line 5: it is not JSON',
    )
  })

  test('B172: while somebody follows the network, nothing is imported', async () => {
    await site.platform.db.orm.execute(
      sql`insert into lease values ('watch/1', 'somebody', 1, clock_timestamp() + interval '8 s')`,
    )
    before = await contents()
    await expect(run(fileOf(whole(past)))).rejects.toThrow('is being followed: stop the server')
    await expect(contents()).resolves.toEqual(before)
    await site.platform.db.orm.execute(sql`delete from lease`)
    before = await contents()
  })

  test('B170: where it cannot all be written, nothing is', async () => {
    await site.platform.db.orm.execute(
      sql`alter table alert add constraint no_unjailing check (setting_id <> 2012)`,
    )
    await expect(run(fileOf(whole(past)))).rejects.toThrow()
    await site.platform.db.orm.execute(sql`alter table alert drop constraint no_unjailing`)
  })
})

interface Timeline {
  timeline: { kind: string; imported?: boolean; assurance: string | null; at: string; outage?: object }[]
}

describe('a past that was imported', () => {
  beforeAll(async () => {
    expect(await run(fileOf(whole(past)))).toEqual({
      code: 0,
      printed: [
        expect.stringMatching(/^Imported: 1 networks, 2 validators, 186 samples, 3 events, 3 alerts from /),
      ],
    })
    await site.app.start()
  })

  test('B173: importing the same file again changes nothing, and another one of that network is refused', async () => {
    const before = await contents()
    const again = await run(fileOf(whole(past), 'again.ndjson'))
    expect(again).toEqual({
      code: 0,
      printed: [expect.stringContaining('was imported before. Nothing was changed.')],
    })
    await expect(run(fileOf(whole([head, network])))).rejects.toThrow(
      'Something of the network 1 was read here already',
    )
    expect(await contents()).toEqual(before)
  })

  test('B174: its events are in the timeline, oldest last, and say that they were imported', async () => {
    const browser = await site.signedIn(ada)
    const { timeline } = (
      await browser.get(`/api/blockchains/details/1/${hex('A')}/timeline/`)
    ).json<Timeline>()
    expect(timeline.map(({ kind, imported, assurance, at }) => [kind, imported, assurance, at])).toEqual([
      ['unjailed', true, null, iso(testStart - 2 * day + hour)],
      ['jailed', true, null, iso(testStart - 2 * day)],
      ['outage', true, null, outage.to],
    ])
    expect(timeline[2]?.outage).toEqual({ ...outage, at_least: false })
  })

  test('B177: charts have it, of each step what the file says and of longer ones what follows from it', async () => {
    const browser = await site.signedIn(ada)
    const id = await idOf(hex('A'))
    const chart = async (range: string, step: string) => {
      const query = `blockchain_id=1&validator_id=${id}&metric=cosmos_validator_uptime&range=${range}&step=${step}`
      const answer = await browser.get(`/api/blockchains/charts/?${query}`)
      const body = answer.json<{
        metrics: Record<string, { points: [number, number | null][] }[]>
        imported_until?: string
      }>()
      return {
        points: body.metrics['cosmos_validator_uptime']?.[0]?.points.map(([, value]) => value),
        ...body,
      }
    }
    const month = await chart('30d', '4h')
    expect(month.points).toEqual([...Array.from({ length: 179 }, () => 0.9), null])
    expect(month.imported_until).toBe(iso(testStart))
    expect((await chart('24h', '10m')).points?.slice(-8)).toEqual([
      null,
      ...Array.from({ length: 6 }, () => 0.8),
      null,
    ])
  })

  test('B174 B175: its alerts are in the history of whom they concerned, say so, were never sent and await nothing', async () => {
    const browser = await site.signedIn(ada)
    interface Item {
      setting_id: number
      evidence: object
      deliveries: object[]
      status: string | null
      at: string
      message: string
      target_name: string
      acknowledged_at: string | null
    }
    const items = (await browser.get('/api/alerts/history/1/')).json<Item[]>()
    expect(items.map(({ setting_id: id, at, status, deliveries }) => [id, at, status, deliveries])).toEqual([
      [2012, iso(testStart - 2 * day + hour), null, []],
      [2011, iso(testStart - 2 * day), 'ENDED', []],
      [1141, iso(testStart - 3 * day + 30_000), 'ENDED', []],
    ])
    for (const { evidence, message, target_name: name } of items) {
      expect(evidence).toMatchObject({ imported: true, assurance: null })
      expect(message).toContain('Imported from a file')
      expect(name).toBe('Ann')
    }
    expect(items[0]?.acknowledged_at).toBe(iso(testStart - 2 * day + 2 * hour))
    expect((await browser.get('/api/alerts/unacknowledged/1/')).json()).toEqual({ count: 0 })
    const { rows } = await site.platform.db.orm.execute(
      sql`select purpose from delivery where purpose = 'alert'`,
    )
    expect(rows).toEqual([])
  })

  test('B177: a replay counts what would have fired in it', async () => {
    const browser = await site.signedIn(ada)
    const body = {
      blockchain_id: 1,
      blockchain_validator_id: await idOf(hex('A')),
      setting_ids: [2011, 2012],
      days: 7,
    }
    const answer = await browser.post('/api/alerts/replay/', body)
    expect(answer.status).toBe(200)
    expect(answer.json()).toMatchObject({
      settings: [
        { setting_id: 2011, times: [iso(testStart - 2 * day)] },
        { setting_id: 2012, times: [iso(testStart - 2 * day + hour)] },
      ],
    })
  })
})

async function idOf(consensusAddress: string): Promise<number> {
  const { rows } = await site.platform.db.orm.execute<{ id: number }>(
    sql`select id from watch_validator where consensus_address = ${consensusAddress}`,
  )
  return rows[0]?.id ?? 0
}
