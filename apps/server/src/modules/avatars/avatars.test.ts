import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import type { ValidatorsList } from '@roundsman/contract/networks/validators'
import { demoCatalogue } from '@roundsman/simnet/demo-catalogue'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoopOptions } from '../../platform/loop.ts'
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts'
import { pngBomb } from '../../testing/png-bomb.ts'
import { createSeededRandom } from '../../testing/seeded-random.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { testLoad } from '../../testing/test-load.ts'
import { withClock } from '../../testing/with-clock.ts'
import { addValidator } from '../alerts/testing/some-validators.ts'
import type { CatalogueNetwork } from '../networks/networks.public.ts'
import { presentIdentities } from '../watch/watch.public.ts'
import { knownDigests } from './avatar.store.ts'
import { createAvatars } from './avatars.public.ts'
import { createKeybase } from './keybase.ts'
import { createAvatarsLog, createLookUp, type LookUp } from './look-up.ts'
import {
  createKeybaseStandIn,
  type KeybaseStandIn,
  lookupAddress,
  pictureAddress,
  withBody,
  withStatus,
} from './testing/keybase-stand-in.ts'

const ada = 'A1B2C3D4E5F60718'
const grace = '0123456789ABCDEF'
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const never = new AbortController().signal
let database: TestDatabase
let site: KeybaseStandIn
let clock: ManualClock
let identities: string[]
let lines: string[]
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.orm.execute(
    sql`truncate validator_avatar, avatar_turn, watch_validator, watch_network restart identity cascade`,
  )
  site = await createKeybaseStandIn()
  clock = createManualClock()
  identities = [ada]
  lines = []
})
afterEach(() => site.close())
afterAll(() => database.drop())

/** One process of several, or the same after a restart. */
function lookUp(): LookUp {
  return createLookUp({
    db: withClock(database.db, clock),
    keybase: createKeybase(site.fetch, clock),
    identities: () => Promise.resolve(identities),
    log: createAvatarsLog(pino({ level: 'info' }, { write: (line) => lines.push(line) }), new Registry()),
  })
}

/** What the loops of a site with these networks do. */
async function passesOf(
  networks: readonly CatalogueNetwork[],
  load = testLoad(),
): Promise<Map<string, LoopOptions['pass']>> {
  const passes = new Map<string, LoopOptions['pass']>()
  const createLoop = ({ name, pass }: LoopOptions) => {
    passes.set(name, pass)
    return { name, start: () => undefined, stop: () => Promise.resolve(), wake: () => undefined }
  }
  const log = pino({ enabled: false })
  const { fetch } = site
  const db = withClock(database.db, clock)
  const catalogue = { all: () => networks, onChange: () => undefined }
  const { module } = createAvatars(
    { db, clock, fetch, log, metrics: new Registry(), createLoop, load },
    catalogue,
  )
  await module.start?.()
  return passes
}

/** Waits, and lets a process ask; gives for how long it goes to sleep then. */
async function askAfter(ms: number, process: LookUp): Promise<number> {
  await clock.advance(ms)
  return process.pass(never)
}

const square = (background: string, width = 300) =>
  sharp({ create: { width, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

/** Puts a picture where keybase has those of a key. */
function put(suffix: string, file: Uint8Array | string): void {
  site.people.set(suffix, pictureAddress(suffix))
  site.at.set(pictureAddress(suffix), withBody(file))
}

const digests = () => knownDigests(database.db.orm)

describe('whom keybase is asked about, and when', () => {
  test('W110: about identities that end a key’s fingerprint, each once, and about no other text', async () => {
    identities = [ada.toLowerCase(), '', 'https://example.org', `${ada}0`, ada.slice(1), ` ${grace} `, ada]
    const process = lookUp()
    for (let pass = 0; pass < 4; pass++) await askAfter(3 * second, process)
    expect(site.lookedUp).toEqual([ada, grace])
  })

  test('W110: those whom validators of these networks have now, by rank', async () => {
    const { orm } = database.db
    await orm.execute(sql`insert into watch_network (network_id, epoch, seq) values (1, 2, 1), (2, 1, 1)`)
    const add = async (operator: string, rank: number | null, over = {}) => {
      const id = await addValidator(orm, { operator, epoch: 2, ...over })
      await orm.execute(
        sql`update watch_validator set identity = ${operator}, rank = ${rank} where id = ${id}`,
      )
      return id
    }
    await add('second', 2)
    await add('unranked', null)
    await add('first', 1)
    await add('of another epoch', 1, { epoch: 1 })
    await add('elsewhere', 1, { epoch: 1, networkId: 2 })
    const left = await add('has left', 3)
    await orm.execute(sql`update watch_validator set removed_at = 1 where id = ${left}`)
    await addValidator(orm, { operator: 'without', epoch: 2 })
    expect(await presentIdentities(orm, [1])).toEqual(['first', 'second', 'unranked'])
    expect(await presentIdentities(orm, [])).toEqual([])
  })

  test('W110: networks that say so are left out; where all do, as in the demo, nobody asks', async () => {
    const { orm } = database.db
    await orm.execute(sql`insert into watch_network (network_id, epoch, seq) values (1, 1, 1), (2, 1, 1)`)
    for (const [networkId, identity] of [
      [1, ada],
      [2, grace],
    ] as const) {
      const id = await addValidator(orm, { operator: identity, networkId })
      await orm.execute(sql`update watch_validator set identity = ${identity} where id = ${id}`)
    }
    const rpc = ['http://127.0.0.1:1']
    const networks = [testNetwork({ rpc, keybase: true }), testNetwork({ blockchain_id: 2, rpc })]
    const passes = await passesOf(networks)
    expect([...passes.keys()]).toEqual(['avatars/known', 'avatars/look-up'])
    for (let pass = 0; pass < 2; pass++) await passes.get('avatars/look-up')?.(never)
    expect(site.lookedUp).toEqual([ada])
    const endpoints = Object.fromEntries(Array.from({ length: 20 }, (_unused, id) => [id, rpc]))
    const demo = demoCatalogue({ endpoints, port: 8000 }).networks
    expect(demo.map((network) => network.rpc)).toContainEqual(rpc)
    expect((await passesOf(demo.map((network) => testNetwork(network)))).size).toBe(0)
    expect((await passesOf([testNetwork({ keybase: true })])).size).toBe(0)
  })

  test('B263: with too much to do nobody is asked for pictures', async () => {
    const { orm } = database.db
    await orm.execute(sql`insert into watch_network (network_id, epoch, seq) values (1, 1, 1)`)
    const id = await addValidator(orm, { operator: 'ada' })
    await orm.execute(sql`update watch_validator set identity = ${ada} where id = ${id}`)
    let isOverloaded = true
    const network = testNetwork({ rpc: ['http://127.0.0.1:1'], keybase: true })
    const passes = await passesOf(
      [network],
      testLoad(() => isOverloaded),
    )
    expect(await passes.get('avatars/look-up')?.(never)).toBe(minute)
    expect(site.lookedUp).toEqual([])
    isOverloaded = false
    await passes.get('avatars/look-up')?.(never)
    expect(site.lookedUp).toEqual([ada])
  })

  test('W111: one question at a time among all processes, and three seconds between two', async () => {
    identities = [ada, grace]
    const [one, other] = [lookUp(), lookUp()]
    site.at.set(lookupAddress, () => undefined)
    const asked = site.arrival()
    const waiting = one.pass(never)
    await asked
    expect(await other.pass(never)).toBe(30 * second)
    site.at.delete(lookupAddress)
    await clock.advance(10 * second)
    expect(await waiting).toBe(minute)
    expect(await askAfter(minute, other)).toBe(3 * second)
    expect(await askAfter(2 * second, one)).toBe(minute)
    expect(site.lookedUp).toEqual([ada, grace])
  })

  test('W111: who died while asking is followed by another after a minute', async () => {
    site.at.set(lookupAddress, () => undefined)
    const stopping = new AbortController()
    const asked = site.arrival()
    const dying = lookUp().pass(stopping.signal)
    await asked
    stopping.abort()
    await dying
    site.at.delete(lookupAddress)
    put(ada, await square('red'))
    expect(await askAfter(59 * second, lookUp())).toBe(30 * second)
    expect(await askAfter(second, lookUp())).toBe(3 * second)
    expect([...(await digests()).keys()]).toEqual([ada])
  })

  test('W111: who has a picture is asked about again after a week, who has none after a day', async () => {
    identities = [ada, grace]
    put(ada, await square('red'))
    const process = lookUp()
    for (let pass = 0; pass < 3; pass++) await askAfter(3 * second, process)
    expect(site.lookedUp).toEqual([ada, grace])
    for (let passed = 0; passed < 7; passed++) {
      await askAfter(day - hour, process)
      await askAfter(hour, process)
    }
    expect(site.lookedUp).toEqual([ada, ...Array<string>(7).fill(grace), ada])
  })

  test('W111: the pause after failures doubles from a minute to six hours, whoever starts again meanwhile', async () => {
    identities = Array.from(
      { length: 12 },
      (_unused, index) => `00000000000000${String(index).padStart(2, '0')}`,
    )
    site.at.set(lookupAddress, withStatus(503))
    const pauses: number[] = []
    let pause = 0
    for (let asked = 0; asked < 11; asked++) {
      pause = await askAfter(pause, lookUp())
      pauses.push(pause / minute)
      expect(await askAfter(pause / 2, lookUp())).toBe(30 * second)
      pause /= 2
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
    expect(new Set(site.lookedUp).size).toBeGreaterThan(9)
    site.at.delete(lookupAddress)
    expect(await askAfter(pause, lookUp())).toBe(3 * second)
    site.at.set(lookupAddress, withStatus(503))
    expect(await askAfter(3 * second, lookUp())).toBe(minute)
    // Said when it begins and when it ends, and never as trouble.
    expect(lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([30, 30, 30])
  })

  test('W111: keybase is left alone for as long as it says, a day at most', async () => {
    identities = [ada, grace]
    site.at.set(lookupAddress, withStatus(429, { 'retry-after': '7200' }))
    expect(await lookUp().pass(never)).toBe(2 * hour)
    expect(await askAfter(2 * hour - second, lookUp())).toBe(30 * second)
    site.at.set(lookupAddress, withStatus(503, { 'retry-after': '99999999' }))
    expect(await askAfter(second, lookUp())).toBe(day)
    expect(site.lookedUp).toHaveLength(2)
  })

  test('W111: without the internet nothing goes out but one question after each pause', async () => {
    site.fetch = () => Promise.reject(new TypeError('fetch failed'))
    expect(await lookUp().pass(never)).toBe(minute)
    expect(await askAfter(minute, lookUp())).toBe(minute)
    expect(lines).toHaveLength(1)
  })
})

describe('what is kept', () => {
  test('W112: a picture outlives failures, what is no picture, and one answer that there is none', async () => {
    put(ada, await square('red'))
    const process = lookUp()
    await process.pass(never)
    const first = await digests()
    expect([...first.keys()]).toEqual([ada])
    site.at.set(pictureAddress(ada), withStatus(500))
    await askAfter(7 * day, process)
    put(ada, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    await askAfter(day, process)
    site.people.delete(ada)
    await askAfter(day, process)
    expect(site.lookedUp).toHaveLength(4)
    expect(await digests()).toEqual(first)
    put(ada, await square('red'))
    await askAfter(day, process)
    site.people.set(ada, null)
    await askAfter(7 * day, process)
    expect(await digests()).toEqual(first)
    await askAfter(day, process)
    expect([site.lookedUp.length, (await digests()).size]).toEqual([7, 0])
  })

  test('W112: what no validator has had for two days is not asked about, after a month it is forgotten', async () => {
    put(ada, await square('red'))
    const process = lookUp()
    await process.pass(never)
    identities = [grace]
    for (let passed = 0; passed < 30; passed++) await askAfter(day, process)
    expect([...(await digests()).keys()]).toEqual([ada])
    expect(site.lookedUp.filter((suffix) => suffix === ada)).toHaveLength(1)
    for (let passed = 0; passed < 2; passed++) await askAfter(day, process)
    expect((await digests()).size).toBe(0)
  })

  test('5.2.3 5.2.6 W114: what is no picture, or unpacks to more than fifty megapixels, leaves the letters', async () => {
    const files: [string, Uint8Array | string][] = [
      ['nothing', ''],
      ['a page', '<!doctype html><script>alert(1)</script>'],
      ['a drawing that may hold script', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
      ['half a PNG', (await square('red')).subarray(0, 200)],
      ['a bomb of 64 megapixels', pngBomb(8000)],
      ['more than two MiB', Buffer.alloc(2 * 1024 * 1024 + 1)],
    ]
    const process = lookUp()
    for (const [what, file] of files) {
      put(ada, file)
      expect([what, await askAfter(day, process)]).toEqual([what, 3 * second])
      expect([what, (await digests()).size]).toEqual([what, 0])
    }
    expect(site.lookedUp).toHaveLength(files.length)
  })

  test('W114: any size becomes a square of WebP of 128 px, or a smaller one that fits into 16 KiB', async () => {
    // Every pixel by chance, so that nothing of it can be left out.
    const random = createSeededRandom(7)
    const pixels = Buffer.from(Array.from({ length: 128 * 128 * 4 }, () => random.below(256)))
    const loud = sharp(pixels, { raw: { width: 128, height: 128, channels: 4 } })
    const widths: [number, number][] = []
    const process = lookUp()
    for (const file of [await square('red'), await square('red', 9), await loud.png().toBuffer()]) {
      put(ada, file)
      await askAfter(7 * day, process)
      const { rows } = await database.db.orm.execute<{ webp: Uint8Array }>(
        sql`select webp from validator_avatar`,
      )
      const webp = rows[0]?.webp ?? Buffer.alloc(0)
      const { format, width, height } = await sharp(webp).metadata()
      expect([format, webp.length <= 16_384]).toEqual(['webp', true])
      widths.push([width, height])
    }
    expect(widths).toEqual([
      [128, 128],
      [128, 128],
      [96, 96],
    ])
  })
})

// The last one: with the app ends the database.
describe('where it is shown', () => {
  const password = 'a long enough password'

  /** Two validators, of whom the first is Ada. */
  async function addValidators(): Promise<void> {
    const { orm } = database.db
    for (const [operator, identity] of [
      ['first', ada.toLowerCase()],
      ['second', grace],
    ]) {
      const id = await addValidator(orm, { operator: operator ?? null })
      await orm.execute(
        sql`update watch_validator set identity = ${identity}, slot = ${id - 1} where id = ${id}`,
      )
    }
    await orm.execute(
      sql`insert into watch_network (network_id, epoch, chain_id, seq) values (1, 1, 'test-1', 1)`,
    )
  }

  test('W115: list and details have its address, also after a start; a session may load it, for ever, sniffed by nobody', async () => {
    await addValidators()
    put(ada, await square('red'))
    await lookUp().pass(never)
    const app = await createTestApp({
      database,
      clock,
      config: { roles: ['web'] },
      catalogue: testCatalogue([testNetwork({ keybase: true, rpc: ['http://127.0.0.1:1'] })]),
    })
    try {
      await app.app.start()
      await app.createUser('ada@example.org', password)
      const host = 'n1.localhost:8000'
      const browser = await app.signedIn({ email: 'ada@example.org', password }, { host })
      const { validators } = (await browser.get('/api/blockchains/list/1/')).json<ValidatorsList>()
      expect(validators.map(({ id, avatar }) => [id, avatar])).toEqual([
        [1, expect.stringMatching(/^\/api\/blockchains\/avatars\/[\w-]{43}\/$/)],
        [2, null],
      ])
      for (const { id, avatar } of validators) {
        const details = await browser.get(`/api/blockchains/details/1/${id}/`)
        expect(details.json<ValidatorDetails>().avatar).toBe(avatar)
      }
      const address = validators[0]?.avatar ?? ''
      const { status, headers } = await browser.get(address)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect((await app.browser({ host }).get(address)).status).toBe(401)
      expect((await browser.get(`/api/blockchains/avatars/${'A'.repeat(43)}/`)).status).toBe(404)
      expect((await browser.get('/api/blockchains/avatars/1/')).status).toBe(404)
    } finally {
      await app.close()
    }
  })
})
