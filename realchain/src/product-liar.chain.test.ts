import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Localnet, startLocalnet } from './localnet/localnet.ts'
import { machine } from './localnet/machine.ts'
import { goVersion } from './localnet/node-binary.ts'
import { scratchFolder } from './localnet/scratch-folder.ts'
import { until } from './localnet/until.ts'
import { flippedJail, forgedHash, frozen, rampingHeight, removedSignature } from './lying/lies.ts'
import { type LyingEndpoint, openLyingEndpoint } from './lying/lying-endpoint.ts'
import type { Lie } from './lying/rpc-call.ts'
import { type ChainTruth, createChainTruth } from './product/chain-truth.ts'
import { createOnlooker, type Onlooker } from './product/onlooker.ts'
import { email, type ProductProcess, startProduct } from './product/product-process.ts'
import { openSession, type ProductSession } from './product/product-session.ts'
import { tableIn } from './product/read-backup.ts'
import { lettersIn, untruthsOf } from './product/stream-judge.ts'

// The built product on a real chain, seen from outside. It follows the chain six times at once: beside the two honest
// endpoints each network has a liar of its own, but the first, which shows how far the others could be.

const waitMs = 120_000
const timeout = 3 * waitMs
/** Followed under the lies, and again after they have ended. */
const blocksToFollow = 8
const mostBlocksLate = 3
/** By how much the honest endpoints are slower until the lies begin, so that the liars are the ones that are asked. */
const honestDelayMs = 600
/** In the address of every endpoint: as user, in the path and in the query. */
const secret = 'r0undsman-s3cret'
/** Whom the one lie is about, whom the other; who is jailed at the end; no endpoint is theirs. */
const [flipped, removed, jailed] = [1, 2, 3]

interface Network {
  id: number
  name: string
  lie: ((net: Localnet) => Lie) | null
  /** What stands in the log of the lie itself; null: it may go unnoticed, as it may do no harm. */
  reported: RegExp | null
}

const hash = '[0-9A-F]{64}'
const kinds: readonly Omit<Network, 'id'>[] = [
  { name: 'nobody lies', lie: null, reported: null },
  {
    name: 'jailed is flipped',
    lie: (net) => flippedJail(net.node(flipped).operator),
    reported: /it says jailed true \(proven: false\) of cosmosvaloper1/,
  },
  {
    name: 'a signature is removed',
    lie: (net) => removedSignature(net.node(removed).consensus),
    reported: new RegExp(
      `the commit of height \\d+ does not match the one in block \\d+: its signatures hash to ${hash}, expected ${hash}; .* is proven`,
    ),
  },
  {
    name: 'a hash is forged',
    lie: () => forgedHash(),
    reported: new RegExp(
      `header .* hashes to ${hash}, but the commit is for (F0){32}; .* reports block .* is proven`,
    ),
  },
  // Nobody looks where this one points, and the next one may merely be late.
  { name: 'a height rises by eight a second', lie: () => rampingHeight(machine.now), reported: null },
  { name: 'an endpoint is frozen', lie: () => frozen(), reported: null },
]
const networks: readonly Network[] = kinds.map((kind, index) => ({ ...kind, id: index + 1 }))
const liedTo = networks.filter(({ lie }) => lie !== null)
const ids = networks.map(({ id }) => id)
const idOf = (name: string) => networks.find((one) => one.name === name)?.id ?? 0

let dir: string
let net: Localnet
let truth: ChainTruth
let honest: LyingEndpoint[]
/** By number of the network. */
const liars = new Map<number, LyingEndpoint>()
let product: ProductProcess
let session: ProductSession
let onlooker: Onlooker
/** What the stream said of each network until its newest blocks could be held against the settled chain. */
const streamed = new Map<number, string>()

const unless = (await goVersion()) === null ? 'Go 1.24 or newer is not on the PATH' : null

const withSecrets = ({ host }: LyingEndpoint) => `http://${secret}:${secret}@${host}/${secret}?key=${secret}`

async function openProduct(): Promise<void> {
  honest = await Promise.all([1, 2].map((index) => openLyingEndpoint(net.node(index).rpcUrl)))
  for (const one of honest) one.delay(honestDelayMs)
  for (const { id } of liedTo) liars.set(id, await openLyingEndpoint(net.node(0).rpcUrl))
  const rpcOf = (id: number) => [...(liars.has(id) ? [liars.get(id)] : []), ...honest]
  product = await startProduct({
    dir,
    networks: networks.map(({ id, name }) => ({
      name,
      chainId: net.chainId,
      rpc: rpcOf(id).flatMap((one) => (one === undefined ? [] : [withSecrets(one)])),
    })),
  })
  session = await openSession({ address: product.address, email, password: product.password, networks: ids })
}

/** Every network is followed, and each one that has a liar reads from it. */
async function untilLiarsAreInUse(): Promise<void> {
  await until({
    what: 'every network reads from its liar',
    deadlineMs: waitMs,
    everyMs: 200,
    poll: async () => {
      const lists = await Promise.all(ids.map((id) => session.list(id)))
      const ready = lists.every(
        ({ status, validators }, index) =>
          status.state === 'LIVE' &&
          validators.length === 4 &&
          validators.every(({ recent_signatures: all }) => /[spnm]{10}$/.test(all)) &&
          (!liars.has(index + 1) || status.source === liars.get(index + 1)?.host),
      )
      return ready ? true : null
    },
  })
}

const liesOf = (metrics: string, id: number, host: string) =>
  Number(
    new RegExp(`^roundsman_endpoint_lies_total\\{network="${id}",host="${host}"\\} (\\d+)`, 'm').exec(
      metrics,
    )?.[1] ?? 0,
  )

async function areCaught(): Promise<boolean> {
  const metrics = await product.metrics()
  return networks.every(
    ({ id, reported }) => reported === null || liesOf(metrics, id, liars.get(id)?.host ?? '') > 0,
  )
}

/** Looks on for so many blocks more of every network, and until `isOver`. */
async function followOn(what: string, isOver: () => Promise<boolean> = () => Promise.resolve(true)) {
  const end = (await truth.newest()) + blocksToFollow
  await onlooker.watch(what, async (lists) => {
    const isFollowed = [...lists.values()].every(({ network_height: height }) => (height ?? 0) >= end)
    return isFollowed && (await isOver())
  })
}

const title = `the product beside a liar on a real chain${unless === null ? '' : ` (${unless})`}`
describe.skipIf(unless !== null)(title, { timeout }, () => {
  beforeAll(async () => {
    dir = await scratchFolder()
    net = await startLocalnet({ dir, version: '0.53', chainId: 'liar-1', room: 'liar' })
    truth = createChainTruth(net.node(1).rpcUrl)
    await openProduct()
    await untilLiarsAreInUse()
    onlooker = createOnlooker({ session, truth, networks: ids, waitMs })
    for (const one of honest) one.delay(0)
    for (const { id, lie } of liedTo) liars.get(id)?.say(lie?.(net) ?? null)
    await followOn('the lies are reported and found out', areCaught)
    for (const liar of liars.values()) liar.say(null)
    await followOn('they report the truth again')
    // Of what the stream has said the newest blocks have to be settled.
    for (const id of ids) streamed.set(id, session.streamed(id))
    const streamedTo = Math.max(...[...streamed.values()].flatMap(lettersIn))
    await until({
      what: 'the newest block is settled',
      deadlineMs: waitMs,
      poll: async () => ((await truth.newest()) > streamedTo + 5 ? true : null),
    })
  })
  afterAll(async () => {
    session?.close()
    await product?.close()
    await Promise.all([...(honest ?? []), ...liars.values()].map((one) => one.close()))
    await net?.close()
    await rm(dir, { recursive: true, force: true })
  })

  test.each([
    { rule: 'C35', what: '`jailed` flipped by one endpoint is never shown', lie: 'jailed is flipped' },
    { rule: 'C36', what: 'a removed signature is never shown as a miss', lie: 'a signature is removed' },
    {
      rule: 'C37',
      what: 'a forged hash gets no honest endpoint refused, also after the liar is honest',
      lie: 'a hash is forged',
    },
    {
      rule: 'C38',
      what: 'a height that rises by eight a second is never shown',
      lie: 'a height rises by eight a second',
    },
    {
      rule: 'C38',
      what: 'what a frozen endpoint goes on reporting is shown nowhere',
      lie: 'an endpoint is frozen',
    },
  ])('$rule: $what', async ({ lie }) => {
    const id = idOf(lie)
    expect(liars.get(id)?.lied()).toBeGreaterThan(0)
    expect(onlooker.untruths(id)).toEqual([])
    const said = streamed.get(id) ?? ''
    expect(lettersIn(said).length).toBeGreaterThanOrEqual(blocksToFollow)
    expect(await untruthsOf(said, truth)).toEqual([])
  })

  test.each(liedTo)('C39: letters go on within three blocks while $name', ({ id }) => {
    const heights = lettersIn(streamed.get(id) ?? '')
    expect(heights).toEqual(heights.map((_, index) => (heights[0] ?? 0) + index))
    expect(onlooker.mostBlocksLate(id)).toBeLessThanOrEqual(mostBlocksLate)
  })

  test('C40: the liars are named with what was said on both sides, nobody honest is, and no address is reported', async () => {
    const metrics = await product.metrics()
    const lines = product
      .logged()
      .split('\n')
      .filter((line) => line.includes('an endpoint lied'))
    for (const { id, reported } of liedTo) {
      for (const { host } of honest) expect(liesOf(metrics, id, host)).toBe(0)
      if (reported === null) continue
      const host = liars.get(id)?.host ?? ''
      const line = lines.find((one) => one.includes(`"network":${id},"host":"${host}"`)) ?? ''
      expect(line).toMatch(reported)
      expect(honest.some((one) => line.includes(one.host))).toBe(true)
      expect(metrics).toContain(`roundsman_endpoint_state{network="${id}",host="${host}",state="LYING"} 1`)
    }
    const check = await product.administer(['check'])
    const lists = await Promise.all(ids.map((id) => session.list(id)))
    const streams = ids.map((id) => session.streamed(id))
    const all = [metrics, product.logged(), check.text, JSON.stringify(lists), ...streams].join('\n')
    expect(all).not.toContain(secret)
  })

  test('C41: a jailing and an un-jailing while the product is down are in the timeline', async () => {
    const start = await truth.newest()
    session.close()
    await product.stop()
    await net.node(jailed).stop()
    const { consensus } = net.node(jailed)
    const isInSet = async () => (await truth.block((await truth.newest()) - 1)).letters.has(consensus)
    const awaited = (what: string, poll: () => Promise<true | null>) =>
      until({ what, deadlineMs: waitMs, everyMs: 200, poll })
    await awaited('it is jailed', async () => ((await isInSet()) ? null : true))
    await net.node(jailed).start()
    await until({
      what: 'its term is over and the chain takes the un-jailing',
      deadlineMs: waitMs,
      everyMs: 1_000,
      poll: () => net.tx(jailed, ['slashing', 'unjail']),
    })
    await awaited('it is in the set again', async () => ((await isInSet()) ? true : null))
    const end = await truth.newest()

    await product.start()
    session = await openSession({ address: product.address, email, password: product.password })
    await awaited('the list has come so far', async () => {
      const { network_height: height, validators } = await session.list()
      return (height ?? 0) > end && validators.every((one) => one.jailed === false) ? true : null
    })
    const file = join(dir, 'backup')
    expect(await product.administer(['backup', file])).toMatchObject({ code: 0 })
    const validators = await tableIn(file, 'watch_validator')
    const row = validators.find((one) => one['network_id'] === '1' && one['consensus_address'] === consensus)
    const events = (await tableIn(file, 'watch_event')).filter((one) => one['validator_id'] === row?.['id'])
    const outages = events.filter(({ kind }) => kind === 'outage')
    const changes = events.filter(({ kind }) => kind !== 'outage')
    expect(changes.map(({ kind }) => kind)).toEqual(['jailed', 'unjailed', 'slashed'])
    // What led to it, and the blocks that it missed after it was back, where those were as many.
    expect(events[0]?.['kind']).toBe('outage')
    for (const outage of outages) {
      const [first, last] = [Number(outage['before']), Number(outage['after'])]
      const letters: (string | undefined)[] = []
      for (let height = first; height <= last; height++)
        letters.push((await truth.block(height)).letters.get(consensus))
      expect([letters.at(0), letters.at(-1)]).toEqual(['m', 'm'])
      expect(letters.filter((letter) => letter === 'm')).toHaveLength(Number(outage['missed']))
    }
    const [jailing] = changes
    const height = await truth.heightAt(Number(jailing?.['chain_at']), start)
    expect(height).not.toBeNull()
    expect((await truth.block((height ?? 0) + 1)).letters.get(consensus)).toBe('m')
    expect((await truth.block((height ?? 0) + 2)).letters.has(consensus)).toBe(false)
  })
})
