import type { FaultPlan } from '@roundsman/simnet/faults'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { CatalogueNetwork } from '../../networks/networks.public.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'
import { runCommand } from '../../../administration/run-command.ts'
import { checkCommand } from './check.command.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Says `check` with these networks in the catalogue; a hanging endpoint is given up after a tenth of a second. */
async function check(networks: readonly CatalogueNetwork[], ...args: string[]) {
  const printed: string[] = []
  const complaints: string[] = []
  const command = checkCommand(
    database.db,
    { all: () => networks },
    {
      clock: rig.net.clock,
      fetch: rig.net.fetch,
      random: rig.net.ids.fraction,
      check: rig.net.check,
    },
    () => Promise.resolve(true),
  )
  const code = await runCommand([command], ['check', ...args], {
    print: (line) => void printed.push(line),
    complain: (line) => void complaints.push(line),
  })
  return { code, printed, complaints, all: [...printed, ...complaints].join('\n') }
}

describe('check', () => {
  beforeEach(async () => {
    rig = await createSimRig({ database })
    await rig.clock.advance(60_000)
    rig.chain.prepare()
    return () => rig.close()
  })

  /** What it says of one endpoint, the host cut off. */
  const lineOf = (lines: readonly string[], place: number) =>
    (lines[place] ?? '').replace(/^ {2}\d\. 127\.0\.0\.1:\d+: /, '')

  test('W55: an endpoint in step: who it is, how high, how far back, code 0', async () => {
    const { code, printed, complaints } = await check([rig.network])
    expect(printed[0]).toBe('Test (9): pio-mainnet-1, 2 of 2 usable')
    expect(lineOf(printed, 1)).toMatch(
      /^usable, chain id pio-mainnet-1, height \d+, newest block \d s old, back to height 1 \(\d+ blocks, .*\d+ s\), answered in \d+ ms$/,
    )
    expect(printed[3]).toMatch(/^ {2}blocks: /)
    expect([code, complaints, printed.length]).toEqual([0, [], 4])
  })

  /** A block that the follower has proven, as the catalogue would name it. */
  async function provenBlock(): Promise<{ height: number; hash: string }> {
    await rig.poll()
    const { rows } = await database.db.orm.execute<{ height: number; hash: string }>(
      sql`select (trusted->>'height')::int as height, trusted->>'hash' as hash from watch_network`,
    )
    const [block] = rows
    if (block === undefined) throw new Error('nothing is followed')
    return block
  }

  test('W55 R64: of each network it is said how the block came to be trusted that proofs begin at', async () => {
    const trustOf = async (network: CatalogueNetwork) => (await check([network])).printed[3]
    expect(await trustOf(rig.network)).toMatch(
      /^ {2}blocks: proven from height \d+, on which two endpoints agree$/,
    )
    const trusted = await provenBlock()
    expect(await trustOf({ ...rig.network, trusted })).toBe(
      `  blocks: proven from height ${trusted.height}, the trusted block in the catalogue`,
    )
    expect(await trustOf({ ...rig.network, trusted: { ...trusted, hash: 'AB'.repeat(32) } })).toMatch(
      /^ {2}blocks: none can be trusted \(.*block \d+ is not the trusted one of the catalogue/,
    )
    rig.setFaults('b', [{ kind: 'http_500' }])
    expect(await trustOf(rig.network)).toMatch(
      /^ {2}blocks: proven from height \d+, first seen at one endpoint, not anchored$/,
    )
  })

  const faults: [string, FaultPlan, RegExp][] = [
    [
      'of another network',
      [{ kind: 'wrong_network', chainId: 'other-1' }],
      /^NOT USABLE \(WRONG_NETWORK\), chain id other-1, expected pio-mainnet-1, height \d+, .*another network$/,
    ],
    ['that hangs', [{ kind: 'timeout' }], /^NOT USABLE \(FAILING\), status: no response within \d+ ms$/],
    ['that says garbage', [{ kind: 'html' }], /^NOT USABLE \(FAILING\), status: /],
    ['of other types', [{ kind: 'wrong_types' }], /^NOT USABLE \(FAILING\), status: /],
    [
      'that lies about its height',
      [{ kind: 'lying_height', blocks: 30 }],
      /^NOT USABLE \(LYING\), .*cannot show/,
    ],
    ['that is behind', [{ kind: 'lag', blocks: 20 }], /^NOT USABLE \(BEHIND\), .*20 blocks behind$/],
    ['that catches up', [{ kind: 'catching_up' }], /^NOT USABLE \(CATCHING_UP\), .*, catching up, /],
    ['that forgets', [{ kind: 'pruned', blocks: 10 }], /^usable, .*back to height \d\d \(1\d blocks, /],
  ]

  test.each(faults)('W55: one %s beside a good one is said to be, code 0', async (_what, plan, line) => {
    rig.setFaults('b', plan)
    const { code, printed } = await check([rig.network])
    expect(lineOf(printed, 2)).toMatch(line)
    expect(lineOf(printed, 1)).toMatch(/^usable, /)
    expect(code).toBe(0)
  })

  test('W55: a network without a usable endpoint is named, code 1; one without any is no fault', async () => {
    const quiet = { ...rig.network, blockchain_id: 8, name: 'Quiet', rpc: [] }
    expect((await check([quiet])).code).toBe(0)
    rig.setFaults('a', [{ kind: 'http_500' }])
    rig.setFaults('b', [{ kind: 'dropped' }])
    const { code, printed, complaints } = await check([quiet, rig.network])
    expect(printed.slice(0, 2)).toEqual([
      'Quiet (8): not followed, no endpoint in the catalogue',
      'Test (9): pio-mainnet-1, 0 of 2 usable',
    ])
    expect([code, complaints]).toEqual([1, ['No usable endpoint: Test']])
  })

  test('W55: the chain that is followed counts before the catalogue, and where neither is known the first answer', async () => {
    const open = { ...rig.network, chain_id: null }
    expect((await check([open])).printed[0]).toBe('Test (9): pio-mainnet-1, 2 of 2 usable')
    await rig.poll()
    const { code, printed } = await check([{ ...rig.network, chain_id: 'other-1' }])
    expect([code, printed[0]]).toEqual([0, 'Test (9): pio-mainnet-1, 2 of 2 usable'])
  })

  test('W55: whatever an endpoint answers, nothing of its address but the host is reported', async () => {
    const secret = (url: string) =>
      `${url.replace('http://', 'http://me:pass-word-1@')}?key=k3y-of-mine-123456`
    const rpc = [...rig.network.rpc.map(secret), 'http://me:pass-word-1@127.0.0.1:1/k3y-of-mine-123456']
    rig.setFaults('b', [{ kind: 'wrong_network', chainId: 'k3y-of-mine-123456\u001b[2J' }])
    const { all, printed } = await check([{ ...rig.network, rpc }])
    expect(printed).toHaveLength(5)
    expect(all).not.toContain('k3y-of-mine')
    expect(all).not.toContain('pass-word-1')
    expect(all).not.toContain('\u001b')
  })

  test('W55: words behind it are a mistake, code 2', async () => {
    expect((await check([rig.network], 'celestia')).code).toBe(2)
  })
})
