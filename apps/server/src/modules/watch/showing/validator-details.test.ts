import { hexToBech32 } from '@roundsman/cometbft/address'
import type {
  StateSince,
  ValidatorDetails,
  ValidatorEventKind,
  ValidatorTimeline,
} from '@roundsman/contract/networks/validator-details'
import { assuranceLetter, type Validator, type ValidatorsList } from '@roundsman/contract/networks/validators'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { testCatalogue, testNetwork } from '../../../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createLetterRing, packLetters } from '../model/letter-ring.ts'
import { createSimRig, networkId, type SimRig } from '../testing/sim-rig.ts'
import { createRecentBatches } from './network-view.ts'
import { findValidator, signaturesOf, stateSince } from './validator-details.ts'

const password = 'a long enough password'
const details = '/api/blockchains/details'
const unjail = 'testd tx slashing unjail --from <key> --chain-id test-9'
let database: TestDatabase
let rig: SimRig
let site: TestApp
let browser: TestBrowser
let rows: Validator[]

/** Of the one in slot 4. */
const underWay = { first: 9, firstAt: 9_000, last: 20, lastAt: 20_000, missed: 11, atLeast: true }

/**
 * One changes its commission, misses two blocks and is jailed; another one is jailed and comes back; a third one has
 * left. Nobody saw height 5, and of some heights it is known in another way than by proof.
 */
beforeAll(async () => {
  database = await createTestDatabase()
  rig = await createSimRig({
    database,
    script: [
      { at: 8, what: 'absent', validator: 3, blocks: 2 },
      { at: 12, what: 'commission', validator: 3, rate: 10n ** 17n / 2n },
      { at: 13, what: 'jail', validator: 2, forMs: 1 },
      { at: 16, what: 'jail', validator: 3 },
      { at: 16, what: 'unjail', validator: 2 },
    ],
  })
  await rig.to(3)
  await rig.to(21)
  await database.db.orm.execute(sql`
    with gone as (update watch_validator set removed_at = 1 where slot = 0 returning id, network_id, epoch)
    insert into watch_event (network_id, epoch, validator_id, at, height, kind, seq)
    select network_id, epoch, id, 1, 20, 'removed', 1 from gone`)
  await database.db.orm.execute(sql`delete from watch_block where height = 5`)
  await database.db.orm.execute(
    sql`update watch_network set outages = ${JSON.stringify([{ slot: 4, ...underWay, assurance: 'PROVEN' }])}::jsonb`,
  )
  await database.db.orm.execute(sql`
    update watch_block set assurance = known.assurance
    from (values (2, 'AGREED'), (3, 'SINGLE'), (4, null)) as known (height, assurance)
    where watch_block.height = known.height`)
  site = await createTestApp({
    database,
    clock: rig.clock,
    config: { roles: ['web'] },
    catalogue: testCatalogue([{ ...rig.network, unjail }, testNetwork({ blockchain_id: 3 })]),
  })
  await site.app.start()
  await site.createUser('ada@example.org', password)
  browser = await site.signedIn({ email: 'ada@example.org', password }, { host: 'n9.localhost:8000' })
  rows = (await browser.get(`/api/blockchains/list/${networkId}/`)).json<ValidatorsList>().validators
})
afterAll(async () => {
  await site.close()
  await rig.close()
  await database.drop()
})

async function read(name: string | number, query = ''): Promise<ValidatorDetails> {
  const answer = await browser.get(`${details}/${networkId}/${name}/${query}`)
  expect([name, answer.status]).toEqual([name, 200])
  return answer.json<ValidatorDetails>()
}

const statusOf = async (path: string) => (await browser.get(`${details}/${path}`)).status

async function timelineOf(name: number, query = ''): Promise<ValidatorTimeline['timeline']> {
  const answer = await browser.get(`${details}/${networkId}/${name}/timeline/${query}`)
  expect(answer.status).toBe(200)
  return answer.json<ValidatorTimeline>().timeline
}

/** The one of the script's place 3, by what happened to it, as it did to nobody else. */
const jailedOne = () => oneWith('commission_changed')

async function oneWith(kind: ValidatorEventKind): Promise<Validator> {
  const { rows: found } = await database.db.orm.execute<{ id: number }>(
    sql`select validator_id as id from watch_event where kind = ${kind}`,
  )
  const row = rows.find(({ id }) => id === found[0]?.id)
  if (!row) throw new Error(`nobody has ${kind}`)
  return row
}

describe('whom the address names', () => {
  test('W90: an id, its operator address, its consensus address in bech32, or the bytes of either in hex', async () => {
    const row = rows[0]
    const operator = row?.operator_address ?? ''
    const consensus = hexToBech32(operator.replace(/valoper1.*$/, 'valcons'), row?.consensus_address ?? '')
    const names = [row?.id ?? 0, operator, operator.toUpperCase(), consensus, row?.consensus_address ?? '']
    for (const name of [...names, `0x${row?.consensus_address.toLowerCase()}`])
      expect(await read(name)).toMatchObject({ ...row, bridges: [], signing_start_height: 0 })
  })

  test('W200: it says of how many blocks the uptime is, of which the window has no more', async () => {
    const { uptime, counted_blocks: counted, missed_blocks: missed, ...row } = await read(rows[0]?.id ?? 0)
    expect(counted).toBeGreaterThan(0)
    expect(counted).toBeLessThanOrEqual(row.signed_blocks_window ?? 0)
    expect(uptime).toBeCloseTo(1 - (missed ?? 0) / (counted ?? 1))
  })

  test('W90: one whose operator is not known yet has the prefix of its network, and without any nobody has one', () => {
    const consensusAddress = 'AB'.repeat(20)
    const unnamed = { id: 1, operatorAddress: null, consensusAddress, removedAt: null }
    const named = {
      ...{ id: 2, consensusAddress: 'CD'.repeat(20), removedAt: null },
      operatorAddress: hexToBech32('testvaloper', 'EF'.repeat(20)),
    }
    const address = hexToBech32('testvalcons', consensusAddress)
    expect(findValidator([unnamed, named], address)).toBe(unnamed)
    expect(findValidator([unnamed, named], hexToBech32('cosmosvalcons', consensusAddress))).toBeNull()
    expect(findValidator([unnamed], address)).toBeNull()
    expect(findValidator([unnamed], consensusAddress)).toBe(unnamed)
  })

  test('W90: what names nobody of this network is 404', async () => {
    const { operator_address: operator, consensus_address: consensus } = rows[0] ?? {}
    const elsewhere = [
      ...['0', '2147483647', '9999999999', 'nobody', '%2e%2e', 'F'.repeat(40)],
      hexToBech32('cosmosvaloper', consensus ?? ''),
      hexToBech32('cosmosvalcons', consensus ?? ''),
      `${operator?.slice(0, -1)}q`,
    ]
    for (const name of elsewhere) {
      expect([name, await statusOf(`${networkId}/${name}/`)]).toEqual([name, 404])
      expect([name, await statusOf(`${networkId}/${name}/timeline/`)]).toEqual([name, 404])
    }
    // Nothing is known of the other network, and there is no third one.
    expect([await statusOf(`3/${operator}/`), await statusOf(`4/${operator}/`)]).toEqual([404, 404])
  })

  test('W90: one that has left keeps its page, with nothing on it that would have to be true now', async () => {
    const { rows: gone } = await database.db.orm.execute<{ id: number }>(
      sql`select id from watch_validator where removed_at is not null`,
    )
    const found = await read(gone[0]?.id ?? 0)
    expect(rows.some(({ id }) => id === found.id)).toBe(false)
    expect(found).toMatchObject({
      ...{ bond_status: 'BOND_STATUS_UNSPECIFIED', jailed: null, tokens: null, rank: null, uptime: null },
      ...{ voting_power: '0', recent_signatures: '', missed_blocks: null, signing_start_height: null },
      // W200
      counted_blocks: null,
    })
    expect(found.timeline[0]?.kind).toBe('removed')
    expect(found.signatures.letters).toMatch(/[sp]/)
  })
})

describe('its blocks', () => {
  test('W91: the last 500, or as many as are asked for, up to the newest one with letters', async () => {
    const one = await jailedOne()
    const { signatures } = await read(one.id, '?blocks=10000')
    const newest = (await rig.view()).model()?.ring.newest() ?? 0
    expect(signatures.from_height).toBe(1)
    expect(signatures.letters).toHaveLength(newest)
    expect(signatures.letters[7]).toBe('m')
    expect(signatures.letters[8]).toBe('m')
    expect(one.recent_signatures).toBe(signatures.letters.padStart(60, '-'))
    const few = await read(one.id, '?blocks=7')
    expect(few.signatures).toEqual({
      from_height: newest - 6,
      letters: signatures.letters.slice(-7),
      assurances: 'P'.repeat(7),
    })
    expect((await read(one.id)).signatures).toEqual(signatures)
  })

  test('W91: beside them stands how each block is known, which distinguishes what nobody saw from what it was not in the set of', async () => {
    const { letters, assurances } = (await read((await oneWith('unjailed')).id, '?blocks=10000')).signatures
    expect(assurances).toBe(`PAS?-${'P'.repeat(letters.length - 5)}`)
    // Jailed at 13 and unjailed at 16: what a block does is in the set two heights later.
    expect(letters).toMatch(/^[sp]{4}-[sp]{9}-{3}[sp]+$/)
    const jailed = (await read((await jailedOne()).id, '?blocks=10000')).signatures
    expect(jailed.letters).toMatch(/^[sp]{4}-[sp]{2}mm[sp]{8}-+$/)
    expect(jailed.assurances).toBe(assurances)
  })

  test('W91: a block of the stream says how it is known, as the details of its validators do', () => {
    const blocks = createRecentBatches()
    const stored = { letters: packLetters([[0, 's']]), signedPower: null, totalPower: null, seq: 2 }
    const known = ['PROVEN', 'AGREED', 'SINGLE', null] as const
    const added = known.map((assurance, index) => ({ ...stored, height: index + 1, at: index, assurance }))
    blocks.add(
      added,
      new Map([
        [0, 7],
        [1, 8],
      ]),
    )
    const reported = blocks.after(1)[0]?.blocks ?? []
    expect(reported.map(({ assurance }) => assuranceLetter(assurance ?? null)).join('')).toBe('PAS?')
    expect(reported.map(({ none }) => none)).toEqual(known.map(() => [8]))
    expect(reported[3]).not.toHaveProperty('assurance')
  })

  test('W91: what nobody saw reads like what is not in the set; where nothing is known there are no letters', () => {
    const ring = createLetterRing()
    expect(signaturesOf(ring, 1, 500)).toEqual({ from_height: null, letters: '', assurances: '' })
    ring.put(20_000, packLetters([[0, 's']]), 1, 'SINGLE')
    ring.put(20_002, packLetters([[1, 'p']]), 2)
    expect(signaturesOf(ring, 1, 4)).toEqual({
      ...{ from_height: 19_999, letters: '---p', assurances: '-S-?' },
    })
    expect(signaturesOf(ring, 0, 10_000).letters).toBe(`${'-'.repeat(9_997)}s--`)
  })

  test.each(['0', '10001', '-1', '1e3', 'many', '1.5'])('W91: %s blocks are refused', async (blocks) => {
    const answer = await browser.get(`${details}/${networkId}/${rows[0]?.id}/?blocks=${blocks}`)
    expect(answer.status).toBe(400)
    expect(answer.json<{ errors: object }>().errors).toHaveProperty('blocks')
  })
})

test('W93, E334: what the chain says of it and the list does not show', async () => {
  const one = await jailedOne()
  const { rows: kept } = await database.db.orm.execute<Record<string, string>>(sql`
    select details, security_contact, commission_max_rate::float8, commission_max_change_rate::float8,
           to_char(to_timestamp(commission_updated_at / 1000.0) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as updated
    from watch_validator where id = ${one.id}`)
  const found = await read(one.id)
  expect(found).toMatchObject({
    description: kept[0]?.['details'],
    security_contact: kept[0]?.['security_contact'],
    commission_max_rate: kept[0]?.['commission_max_rate'],
    commission_max_change_rate: kept[0]?.['commission_max_change_rate'],
    commission_updated_at: kept[0]?.['updated'],
    self_delegation: expect.stringMatching(/^\d+$/),
    self_delegation_assurance: 'PROVEN',
    commission_rate: 0.05,
    unjail_command: unjail,
  })
  const readAt = Date.parse(found.self_delegation_at ?? '')
  expect(readAt).toBeGreaterThan(rig.clock.now() - 60_000)
  expect(readAt).toBeLessThanOrEqual(rig.clock.now())
})

describe('since when its state holds', () => {
  /** Writes events of a validator that are in no block: events, oldest first, by their kind. */
  async function report(id: number, kinds: readonly string[]) {
    await database.db.orm.execute(sql`
      insert into watch_event (network_id, epoch, validator_id, at, chain_at, height, kind, seq)
      select ${networkId}, 1, ${id}, 9000, 7000 + place, place, kind, 1
      from unnest(array[${sql.join(
        kinds.map((kind) => sql`${kind}`),
        sql`, `,
      )}]::text[])
        with ordinality as reported (kind, place)`)
  }
  const sixty = Array.from({ length: 60 }, () => 'rank_changed')

  test('W117: by the chain’s own time and height, as the timeline has it', async () => {
    const { timeline, state_since: since } = await read((await jailedOne()).id)
    const jailed = timeline.find(({ kind }) => kind === 'jailed')
    expect(since).toEqual({ state: 'jailed', at: jailed?.at, height: jailed?.height })
    expect(since?.height).toBe(16)
  })

  test('W117: under sixty newer events it is found, and what began and ended before is not taken for it', async () => {
    // Of whom nobody has asked yet: events are read once a batch.
    const { id: asked } = await oneWith('unjailed')
    const [one, other] = rows
      .filter(({ id, jailed, operator_address: operator }) => id !== asked && !jailed && operator)
      .slice(1)
    await report(one?.id ?? 0, ['bonded', 'unbonding', 'bonded', ...sixty])
    await report(other?.id ?? 0, ['bonded', 'unbonding', ...sixty])
    const found = await read(one?.id ?? 0)
    expect(found.timeline.some(({ kind }) => kind === 'bonded')).toBe(false)
    expect(found.state_since).toEqual({ state: 'bonded', at: '1970-01-01T00:00:07.003Z', height: 3 })
    expect((await read(other?.id ?? 0)).state_since).toBeNull()
  })

  test.each<[string, Partial<Validator>, ValidatorEventKind[], StateSince['state'] | null]>([
    ['nothing is reported', {}, [], null],
    ['it came into the set', {}, ['power_changed', 'bonded', 'unbonded'], 'bonded'],
    ['it misses blocks', { consecutive_missed: 9, seconds_to_jail: 60 }, ['bonded'], 'bonded'],
    ['it left the set after that', {}, ['unbonding', 'bonded'], null],
    ['it was seen for the first time after that', {}, ['joined', 'removed', 'bonded'], null],
    ['it was jailed', { jailed: true }, ['unbonding', 'jailed'], 'jailed'],
    ['its last jailing was not seen', { jailed: true }, ['unjailed', 'jailed'], null],
    ['it was tombstoned', { jailed: true, tombstoned: true }, ['jailed', 'tombstoned'], 'tombstoned'],
    ['it was tombstoned and left', { tombstoned: true }, ['removed', 'tombstoned'], 'tombstoned'],
    ['its tombstoning was not seen', { jailed: true, tombstoned: true }, ['jailed'], null],
    ['its state is not known', { bond_status: 'BOND_STATUS_UNSPECIFIED' }, ['bonded'], null],
  ])('W117: %s', (_what, change, newest, state) => {
    const about = { before: null, after: null, assurance: null }
    const events = newest.map((kind, id) => ({ ...about, id, kind, at: '2026-11-21T12:00:00Z', height: id }))
    const row = rows.find(({ bond_status: status }) => status === 'BOND_STATUS_BONDED')
    if (!row) throw new Error('nobody is bonded')
    expect(stateSince({ ...row, ...change }, events)?.state ?? null).toBe(state)
  })
})

describe('its timeline', () => {
  test('W92: newest first, by the chain’s own time, page by page without a hole or a repeat', async () => {
    const one = await jailedOne()
    const { timeline } = await read(one.id)
    const kinds = timeline.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['commission_changed', 'jailed', 'slashed']))
    const jailed = timeline.find(({ kind }) => kind === 'jailed')
    expect(Date.parse(jailed?.at ?? '')).toBe((await rig.view()).model()?.ring.time(16))
    expect(timeline.map(({ id }) => id)).toEqual(timeline.map(({ id }) => id).toSorted((a, b) => b - a))

    const paged: ValidatorTimeline['timeline'] = []
    for (let before = ''; ; before = `&before=${paged.at(-1)?.id}`) {
      const page = await timelineOf(one.id, `?limit=2${before}`)
      expect(page.length).toBeLessThanOrEqual(2)
      if (page.length === 0) break
      paged.push(...page)
    }
    expect(paged).toEqual(timeline)
    expect(await timelineOf(one.id)).toEqual(timeline)
    expect(await statusOf(`${networkId}/${one.id}/timeline/?before=x`)).toBe(400)
  })

  test('W92: the gaps of the network are in it, but those from before it joined', async () => {
    const [one, other] = rows
    await database.db.orm.execute(sql`
      with event (validator_id, kind) as (values (null::int, 'gap'), (${other?.id ?? 0}, 'joined'), (null, 'gap'))
      insert into watch_event (network_id, epoch, validator_id, at, height, kind, before, after, seq)
      select ${networkId}, 1, validator_id, 1, 4, kind, '4', '9', 1 from event`)
    const gapsOf = async (id = 0) => (await timelineOf(id)).filter(({ kind }) => kind === 'gap')
    expect(await gapsOf(one?.id)).toHaveLength(2)
    expect(await gapsOf(other?.id)).toMatchObject([{ height: 4, before: '4', after: '9', assurance: null }])
  })
})

test('W161: the details name the outage that the validator is in, and of whom none is known', async () => {
  const { rows: found } = await database.db.orm.execute<{ id: number; slot: number }>(
    sql`select id, slot from watch_validator where slot in (4, 5) order by slot`,
  )
  const [missing, signing] = await Promise.all(found.map(({ id }) => read(id)))
  expect(missing?.outage).toEqual({
    ...{ blocks: 11, first_height: 9, last_height: 20, at_least: true },
    ...{ from: '1970-01-01T00:00:09.000Z', to: '1970-01-01T00:00:20.000Z' },
  })
  expect(signing?.outage).toBeNull()
})
