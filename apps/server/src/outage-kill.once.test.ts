import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { createSimChain, type SimChain } from '@roundsman/simnet/sim-chain'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from './platform/clock.ts'
import { createProgramSession } from './testing/program-session.ts'
import { createSeededRandom } from './testing/seeded-random.ts'
import { type ServerProcess, startProcess } from './testing/server-process.ts'
import { testCatalogue, testNetwork } from './testing/test-catalogue.ts'
import { copyEmbeddedTemplate } from './testing/test-database.ts'

// The program itself is ended and started again while a validator misses blocks of a chain that goes on. How many
// blocks that are follows from how fast the machine is, and every one of them has to be in the one outage.

const seed = Number(process.env['KILL_SEED'] ?? systemClock.now() % 1_000_000)
const never = new AbortController().signal
/** Only ends what hangs. */
const longWait = { timeout: 300_000, interval: 100 }
const networkId = 9
const blockMs = 200
/** Place in the roster of the one who misses. */
const misser = 4

let dir: string
let simnet: Simnet
let chain: SimChain
let server: ServerProcess
let address: string

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-outage-'))
  await copyEmbeddedTemplate(dir)
  // Nobody is jailed, however long it takes.
  const profile = smallProfile({ blockTimeMs: blockMs }, { signedBlocksWindow: 20_000 })
  const clock = systemClock
  chain = createSimChain({
    ...{ profile, seed: 'outage', clock, natural: false },
    firstTime: clock.now() - 20 * blockMs,
  })
  simnet = await startSimnet({ seed: 'outage', chains: [chain], clock })
  const rpc = [...(simnet.endpoints[profile.blockchainId] ?? [])]
  const network = testNetwork({ blockchain_id: networkId, chain_id: profile.chainId, rpc })
  writeFileSync(join(dir, 'networks.json'), JSON.stringify(testCatalogue([network])))
})
afterEach(async () => {
  await end('SIGKILL')
  await simnet.close()
  rmSync(dir, { recursive: true, force: true })
})

const environment = () => ({
  ROUNDSMAN_DATA_DIR: dir,
  ROUNDSMAN_PORT: '0',
  ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
})

async function start(): Promise<void> {
  server = startProcess('main.ts', [], environment())
  address = (await server.said(/"address":"([^"]+)"/))[1] ?? ''
}

async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  server.child.kill(signal)
  await server.ended
}

const session = createProgramSession(() => address)

async function signIn(): Promise<void> {
  const made = startProcess('cli.ts', ['user', 'create', 'keeper@example.org'], environment())
  const [, password = ''] = await made.said(/Password: (\S+)/)
  await made.ended
  await start()
  await session.call('GET', '/api/networks/')
  const answer = await session.call('POST', '/api/users/login/', { email: 'keeper@example.org', password })
  expect(answer.status).toBe(200)
}

async function details(): Promise<ValidatorDetails> {
  const consensus = chain.view().chain.roster[misser]?.consensusHex
  const answer = await session.call('GET', `/api/blockchains/details/${networkId}/${consensus}/`)
  expect(answer.status).toBe(200)
  return ValidatorDetails.parse(await answer.json())
}

/** Outages in the timeline, those that are over. */
const over = async () => (await details()).timeline.filter(({ kind }) => kind === 'outage')

/** Waits until an outage is shown as under way, with at least so many blocks. */
async function untilUnderWay(blocks: number) {
  return await vi.waitFor(async () => {
    const { outage } = await details()
    expect(outage?.blocks ?? 0).toBeGreaterThanOrEqual(blocks)
    if (!outage) throw new Error('none is under way')
    return outage
  }, longWait)
}

for (const [what, signal] of [
  ['killed at any instant', 'SIGKILL'],
  ['stopped', 'SIGTERM'],
] as const)
  test(`W183: ${what} with an outage under way and started again, it goes on with that one (seed ${seed})`, {
    timeout: 900_000,
  }, async () => {
    const random = createSeededRandom(seed)
    await signIn()
    await vi.waitFor(async () => expect((await details()).consecutive_missed).not.toBeNull(), longWait)
    const first = chain.height() + 3
    chain.apply({ at: first, what: 'down', validator: misser })
    let known = 3
    for (let round = 0; round < 3; round += 1) {
      const { blocks, first_height, at_least } = await untilUnderWay(known)
      expect([first_height, at_least]).toEqual([first, false])
      expect(await over()).toEqual([])
      // In the middle of whatever it does with one of the next blocks.
      await systemClock.sleep(random.below(2 * blockMs), never)
      await end(signal)
      await start()
      known = blocks + 1
    }
    await untilUnderWay(known)
    const last = chain.height() + 3
    chain.apply({ at: last + 1, what: 'up', validator: misser })
    await vi.waitFor(async () => expect(await over()).not.toEqual([]), longWait)
    expect((await details()).outage).toBeNull()
    expect(await over()).toMatchObject([
      {
        height: last,
        outage: { blocks: last - first + 1, first_height: first, last_height: last, at_least: false },
      },
    ])
    // Started once more it is still one.
    await end(signal)
    await start()
    expect(await over()).toHaveLength(1)
  })
