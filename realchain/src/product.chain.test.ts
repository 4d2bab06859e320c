import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import { chainParameters } from './localnet/chain-parameters.ts'
import { type Localnet, startLocalnet } from './localnet/localnet.ts'
import { goVersion } from './localnet/node-binary.ts'
import { scratchFolder } from './localnet/scratch-folder.ts'
import { until } from './localnet/until.ts'
import { email, type ProductProcess, startProduct } from './product/product-process.ts'
import {
  type Listed,
  type ListedValidator,
  openSession,
  type ProductSession,
} from './product/product-session.ts'

// The whole way, with nothing in place of anything: four real nodes, the built product started by the README's
// command, its embedded database, a session, the list and the stream.

const waitMs = 120_000
/** Of one test: several waits one after another. */
const timeout = 5 * waitMs
const number = '+442079460958'
const [missedThree, jailed, unjailed] = [1121, 2011, 2012]
let dir: string
let net: Localnet
let product: ProductProcess
let session: ProductSession
let twilio: TwilioStandIn

const unless = (await goVersion()) === null ? 'Go 1.24 or newer is not on the PATH' : null

const title = `the product on a real chain${unless === null ? '' : ` (${unless})`}`
describe.skipIf(unless !== null)(title, { timeout }, () => {
  beforeAll(async () => {
    dir = await scratchFolder()
    net = await startLocalnet({ dir, version: '0.53', chainId: 'product-1', room: 'product' })
    const rpc = net.nodes.map(({ rpcUrl }) => rpcUrl)
    twilio = await createTwilioStandIn()
    product = await startProduct({
      dir,
      networks: [{ name: 'A real chain', chainId: net.chainId, rpc }],
      environment: {
        ROUNDSMAN_TWILIO_ACCOUNT_SID: twilio.account.accountSid,
        ROUNDSMAN_TWILIO_AUTH_TOKEN: twilio.account.authToken,
        ROUNDSMAN_TWILIO_FROM: twilio.account.from,
        ROUNDSMAN_TWILIO_URL: twilio.account.url,
      },
    })
    // Its network's address names no port.
    twilio.sitePort = Number(new URL(product.address).port)
    session = await openSession({ address: product.address, email, password: product.password })
  })
  afterAll(async () => {
    session?.close()
    await product?.close()
    await net?.close()
    await twilio?.close()
    await rm(dir, { recursive: true, force: true })
  })

  /** Waits until the list is as `ready` says; the list that is. */
  const listed = (what: string, ready: (list: Listed) => boolean) =>
    until({
      what,
      deadlineMs: waitMs,
      everyMs: 200,
      poll: async () => {
        const list = await session.list()
        return ready(list) ? list : null
      },
    })
  /** Waits until the stream has said it: at most once a second, so it may come after the list has it. */
  const streamed = (what: string, pattern: RegExp) =>
    until({
      what: `the stream says ${what}`,
      deadlineMs: waitMs,
      poll: () => Promise.resolve(pattern.test(session.streamed()) ? true : null),
    })
  /** Waits until the provider has taken one whose text is so; its text. */
  const taken = (resource: 'Messages' | 'Calls', pattern: RegExp) =>
    until({
      what: `${resource} with ${String(pattern)}`,
      deadlineMs: waitMs,
      everyMs: 100,
      poll: () => {
        const texts = twilio.taken
          .filter((one) => one.resource === resource)
          .map(({ form }) => form['Body'] ?? form['Twiml'] ?? '')
        return Promise.resolve(texts.find((text) => pattern.test(text)) ?? null)
      },
    })
  const smsWith = (pattern: RegExp) => taken('Messages', pattern)
  const rowOf = (list: Listed, index: number): ListedValidator | undefined =>
    list.validators.find(({ operator_address: operator }) => operator === net.node(index).operator)

  test('C30: it lists the validators of the chain as the chain has them, and block after block', async () => {
    const list = await listed(
      'ten letters of each',
      ({ validators, status }) =>
        status.state === 'LIVE' &&
        validators.length > 0 &&
        validators.every(({ recent_signatures: letters }) => /[sp]{10}$/.test(letters)),
    )
    expect(list.validators).toHaveLength(4)
    for (const [index, stake] of chainParameters.stakes.entries()) {
      expect(rowOf(list, index)).toMatchObject({
        moniker: net.node(index).moniker,
        bond_status: 'BOND_STATUS_BONDED',
        jailed: false,
        tokens: String(stake * chainParameters.powerReduction),
        commission_rate: 0.1,
        consecutive_missed: 0,
      })
    }
    const height = list.network_height ?? 0
    await listed('five more blocks', ({ network_height: now }) => (now ?? 0) >= height + 5)
    await streamed('heights', /event: height\ndata: /)
  })

  test('C42: its operator confirms a number and chooses what to be notified of', async () => {
    const { user_phone_id: id } = (await session.post('/api/users/phone/', { phone: number })) as {
      user_phone_id: number
    }
    const [, code] = /\b(\d{6})\b/.exec(await smsWith(/\b\d{6}\b/)) ?? []
    await session.post('/api/users/phone/confirm/', { user_phone_id: id, code })
    const validator = rowOf(await session.list(), 2)
    await session.post('/api/alerts/user-settings/manage/', {
      blockchain_id: 1,
      blockchain_validator_id: validator?.id,
      entries: [
        { setting_id: missedThree, channels: ['SMS'] },
        { setting_id: jailed, channels: ['SMS', 'VOICE'] },
        { setting_id: unjailed, channels: ['SMS'] },
      ],
    })
  })

  test('C31: a stopped validator misses on the list and on the stream, and is jailed when the chain says so', async () => {
    await net.node(2).stop()
    const missing = await listed(
      'its missed blocks',
      (list) => (rowOf(list, 2)?.consecutive_missed ?? 0) >= 2,
    )
    expect(rowOf(missing, 2)?.recent_signatures).toMatch(/mm$/)
    for (const other of [0, 1, 3]) expect(rowOf(missing, other)?.recent_signatures).not.toMatch(/mm$/)
    const jailed = await listed('it is jailed', (list) => rowOf(list, 2)?.jailed === true)
    expect(rowOf(jailed, 2)).toMatchObject({ bond_status: 'BOND_STATUS_UNBONDING', uptime: null })
    expect(BigInt(rowOf(jailed, 2)?.tokens ?? 0)).toBeLessThan(3200n * chainParameters.powerReduction)
    await streamed('the jailing', /event: validators\ndata: [^\n]*"jailed":true/)
    // Its operator was notified of both at once, each by the block that it began with, and called.
    const { moniker } = net.node(2)
    // Of a window of twenty blocks jail is seconds away, which is said first (E235, E245).
    const missed = await smsWith(
      new RegExp(`${moniker}, A real chain: (3 blocks missed in a row|jail (possible )?any moment now)`),
    )
    expect(missed).toContain('Nobody else missed')
    // Its term is a few seconds, as long as messages of a storm wait for each other.
    expect(await smsWith(new RegExp(`${moniker}, A real chain: jailed`))).toMatch(
      /Unjail (from \d\d:\d\d UTC|now)/,
    )
    await taken('Calls', new RegExp(`Critical\\. ${moniker}, A real chain\\.`))
    // What is so is fetched when it is taken (D290).
    const call = twilio.taken.find(({ resource }) => resource === 'Calls')
    expect(await twilio.take(call?.sid ?? '')).toContain('>Jailed.')
  })

  test('C31: it comes back when its operator un-jails it', async () => {
    await net.node(2).start()
    await until({
      what: 'the term is over and the chain takes the un-jailing',
      deadlineMs: waitMs,
      everyMs: 1_000,
      poll: () => net.tx(2, ['slashing', 'unjail']),
    })
    const back = await listed('it signs again', (list) => {
      const row = rowOf(list, 2)
      return row?.jailed === false && /[sp]{3}$/.test(row.recent_signatures)
    })
    expect(rowOf(back, 2)).toMatchObject({ bond_status: 'BOND_STATUS_BONDED' })
    await smsWith(new RegExp(`${net.node(2).moniker}, A real chain: out of jail`))
    // Each of them once.
    const reported = twilio.taken.map(({ resource, form }) => `${resource} ${form['Body'] ?? form['Twiml']}`)
    expect(new Set(reported).size).toBe(reported.length)
    expect(reported.filter((text) => text.includes('A real chain: jailed')).length).toBe(1)
  })

  test('C32: the endpoint it reads from stops, and another one is named as the source', async () => {
    const { status } = await session.list()
    const used = net.nodes.findIndex(({ rpcUrl }) => new URL(rpcUrl).host === status.source)
    expect(used).toBeGreaterThanOrEqual(0)
    await net.node(used).stop()
    const height = (await session.list()).network_height ?? 0
    const on = await listed('it goes on', (list) => (list.network_height ?? 0) >= height + 4)
    expect(on.status).toMatchObject({ state: 'LIVE' })
    expect(on.status.source).not.toBe(status.source)
    await net.node(used).start()
    await listed('it signs again', (list) => /[sp]{3}$/.test(rowOf(list, used)?.recent_signatures ?? ''))
  })

  test('C33: two of four stopped is a halt, none left is out of reach, and the last state stays with its age', async () => {
    await Promise.all([1, 2].map((index) => net.node(index).stop()))
    const halted = await listed('the halt', ({ status }) => status.state === 'HALTED')
    await Promise.all([0, 3].map((index) => net.node(index).stop()))
    const dark = await listed('nothing answers', ({ status }) => status.state === 'UNREACHABLE')
    expect(dark.network_height).toBe(halted.network_height)
    expect(dark.status.observed_at).not.toBeNull()
    const letters = ({ validators }: Listed) => validators.map(({ recent_signatures: all }) => all)
    expect(letters(dark)).toEqual(letters(halted))
    expect(dark.validators.map(({ jailed }) => jailed)).toEqual([false, false, false, false])
    await net.startAll()
    await listed('it goes on', (list) => (list.network_height ?? 0) > (halted.network_height ?? 0) + 3)
  })

  test('C34: the chain begins again under another id: refused until it is accepted, then followed from its start', async () => {
    const before = (await session.list()).network_height ?? 0
    await net.beginAgain('product-2')
    // While one of them does not answer yet, the others are not refused before a minute is over.
    const refused = await listed('it is refused', ({ status }) => {
      return status.state === 'UNREACHABLE' && status.refused !== null
    })
    expect(refused.network_height).toBeGreaterThanOrEqual(before)
    const reported = await product.administer(['check'])
    expect(reported.code).toBe(1)
    expect(reported.text).toContain('chain id product-2, expected product-1')
    expect(await product.administer(['network', 'accept', '1'])).toMatchObject({ code: 0 })
    const accepted = await listed('the new chain', ({ status, network_height: height }) => {
      return status.state === 'LIVE' && height !== null && height < before
    })
    expect(accepted.validators).toHaveLength(4)
    for (const { recent_signatures: letters, jailed } of accepted.validators) {
      expect(letters.replaceAll('-', '').length).toBeLessThanOrEqual(accepted.network_height ?? 0)
      expect(jailed).toBe(false)
    }
  })
})
