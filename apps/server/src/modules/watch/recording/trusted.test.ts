import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createSimRig, type SimRig } from '../testing/sim-rig.ts'
import { noteOf } from './batch.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

const hashOf = (digit: string) => digit.repeat(64)
const trustedAt = (height: number, setHash: string): Trusted => ({
  height,
  timeNs: 1_767_225_600_123_456_789n,
  hash: hashOf('A'),
  nextValidatorsHash: setHash,
  nextSet: [
    {
      address: 'AB'.repeat(20),
      keyType: 'tendermint/PubKeyEd25519',
      key: new Uint8Array(32).fill(7),
      power: 2n ** 60n,
    },
  ],
  origin: 'AGREED',
  unbondingMs: 1_814_400_000,
})

/** A writer of a network that was followed for some blocks. */
async function begin() {
  rig = await createSimRig({ database })
  await rig.to(5)
  const { writer } = await takeOver()
  const { model } = await writer.begin()
  return { writer, model }
}

/** Another process, which has the network from now on. */
async function takeOver() {
  const two = rig.process('two')
  await database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
  await two.lease.take()
  return two
}

test('W57: the trusted block and its set are read as they were stored; an accepted chain begins without them', async () => {
  const { writer, model } = await begin()
  const first = trustedAt(7, hashOf('C'))
  await writer.commit(model, { ...noteOf(model.row, {}, 0), trusted: first, isNewSet: true })
  expect((await writer.begin()).trusted).toEqual(first)

  const { rows: before } = await database.db.orm.execute(sql`select xmin from watch_trusted_set`)
  const next = { ...trustedAt(8, hashOf('C')), hash: hashOf('B') }
  await writer.commit(model, { ...noteOf(model.row, {}, 0), trusted: next, isNewSet: false })
  expect((await writer.begin()).trusted).toEqual(next)
  const { rows: after } = await database.db.orm.execute(sql`select xmin from watch_trusted_set`)
  expect(after).toEqual(before)

  await writer.openEpoch('another-chain')
  expect((await writer.begin()).trusted).toBeNull()
})

test('W57: a set that is not the one of the trusted block is not believed', async () => {
  const { writer, model } = await begin()
  const commit = (trusted: Trusted, isNewSet: boolean) =>
    writer.commit(model, { ...noteOf(model.row, {}, 0), trusted, isNewSet })
  await commit(trustedAt(7, hashOf('C')), true)
  await commit(trustedAt(8, hashOf('D')), false)
  expect((await writer.begin()).trusted).toBeNull()
})

test('W57: what is stored of a block says who signed by power, how it is known and who answered', async () => {
  rig = await createSimRig({ database, script: [{ at: 12, what: 'absent', validator: 3 }] })
  await rig.to(15)
  const { rows } = await database.db.orm.execute<{
    height: string
    share: string
    assurance: string
    host: string
  }>(
    sql`select height, signed_power / total_power as share, assurance, host from watch_block order by height`,
  )
  for (const { height, share, assurance, host } of rows) {
    expect(Number(share) < 1).toBe(Number(height) === 12)
    expect(assurance).toBe('PROVEN')
    expect(host).toMatch(/^127\.0\.0\.1:\d+$/)
  }
  const { status } = (await rig.view()).list(rig.clock.now()).body
  expect(status).toMatchObject({ signed_power_share: 1, refused: null, max_validators: expect.any(Number) })
  expect(status.assurance).toBe('PROVEN')
})

test('W57: who takes over goes on from the block that the last one proved', async () => {
  rig = await createSimRig({ database })
  await rig.to(15)
  const { trusted, row } = await (await takeOver()).writer.begin()
  expect(trusted?.height).toBeGreaterThanOrEqual(row.height ?? 0)
  expect(trusted?.nextSet).toHaveLength(6)
  expect(trusted?.origin).toBe('AGREED')
})
