import type { Outage } from '@roundsman/contract/networks/validator-details'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { timelineOf } from '../showing/timeline.store.ts'
import { createSimRig, networkId, type SimRig } from '../testing/sim-rig.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

/** Blocks may be missed without being jailed. */
const profile = smallProfile({}, { signedBlocksWindow: 1_000 })
const script = [
  { at: 20, what: 'absent', validator: 3, blocks: 8 },
  { at: 30, what: 'absent', validator: 3, blocks: 2 },
] as const

const record = async () => {
  const address = rig.chain.view().chain.roster[3]?.consensusHex
  const model = (await rig.view()).model()
  const found = model?.records.find(({ consensusAddress }) => consensusAddress === address)
  if (!model || !found || found.id === null) throw new Error('nobody has this key')
  return { model, slot: found.slot, validatorId: found.id }
}
/** Outages of the one who misses, as its timeline has them. */
async function shownOutages(): Promise<(Outage | undefined)[]> {
  const { model, validatorId } = await record()
  const place = { networkId, epoch: model.row.epoch, validatorId }
  const events = await timelineOf(database.db.orm, place, { limit: 50 })
  return events.filter(({ kind }) => kind === 'outage').map(({ outage }) => outage)
}
async function underWay() {
  const { model, slot } = await record()
  return model.row.outages?.map(({ first, last, missed }) => [slot, first, last, missed]) ?? []
}
const timeOf = (height: number) => new Date(rig.chain.view().timeline.timeOf(height)).toISOString()
const whole = () => ({
  ...{ blocks: 10, first_height: 20, last_height: 31, at_least: false },
  ...{ from: timeOf(20), to: timeOf(31) },
})

describe('outages are kept', () => {
  test('W161 W162: one is ongoing from its third block on, and is recorded once when ten blocks are signed', async () => {
    rig = await createSimRig({ database, profile, script: [...script] })
    // Letters are those of the block before.
    await rig.to(22)
    expect(await underWay()).toEqual([])
    await rig.to(23)
    const { slot } = await record()
    expect(await underWay()).toEqual([[slot, 20, 22, 3]])
    await rig.to(41)
    expect(await underWay()).toEqual([[slot, 20, 31, 10]])
    expect(await shownOutages()).toEqual([])
    await rig.to(42)
    expect(await underWay()).toEqual([])
    await rig.to(50)
    expect(await shownOutages()).toEqual([whole()])
    const { rows } = await database.db.orm.execute(
      sql`select kind, before, after, assurance, host is not null as "hasHost" from watch_event`,
    )
    expect(rows).toEqual([{ kind: 'outage', before: '20', after: '31', assurance: 'PROVEN', hasHost: true }])
  })

  test('W165: at each block another process goes on, and the outage is the same', async () => {
    rig = await createSimRig({ database, profile, script: [...script] })
    await rig.to(18)
    const never = new AbortController().signal
    for (let height = 19; height <= 44; height += 1) {
      await rig.clock.advance(rig.chain.shownAt(height) - rig.clock.now())
      rig.chain.prepare()
      await database.db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
      const next = rig.process(`at ${height}`)
      while ((await next.follower.pass(never)) === 0) await next.follower.connection()?.pool.idle()
      await next.follower.connection()?.pool.idle()
    }
    expect(await shownOutages()).toEqual([whole()])
    expect(await underWay()).toEqual([])
  })

  test('W162: where the transaction that ends it fails, it stays ongoing, and the next one records it once', async () => {
    let fails = false
    const commit = () => (fails ? Promise.reject(new Error('the disk is full')) : Promise.resolve())
    const participants = [{ name: 'full', commit }]
    rig = await createSimRig({ database, profile, script: [...script], participants })
    await rig.to(41)
    const { slot } = await record()
    fails = true
    await expect(rig.to(42)).rejects.toThrow('the disk is full')
    expect(await shownOutages()).toEqual([])
    expect(await underWay()).toEqual([[slot, 20, 31, 10]])
    fails = false
    await rig.poll()
    expect(await shownOutages()).toEqual([whole()])
    expect(await underWay()).toEqual([])
  })

  test('W165: whoever was away reads it in one batch, and it is the same', async () => {
    rig = await createSimRig({ database, profile, script: [...script] })
    await rig.to(18)
    await rig.clock.advance(rig.chain.shownAt(50) - rig.clock.now())
    await rig.poll()
    expect(await shownOutages()).toEqual([whole()])
  })

  test('W161 W163: what was ongoing before a gap stays so until a block is read, and is then recorded as far as it is known', async () => {
    const short = { ...profile, keepHeights: 40 }
    rig = await createSimRig({
      ...{ database, profile: short },
      script: [{ at: 20, what: 'down', validator: 3, blocks: 200 }],
    })
    await rig.to(30)
    await rig.clock.advance(100_000)
    const { slot } = await record()
    expect(await underWay()).toEqual([[slot, 20, 29, 10]])
    await rig.poll()
    expect(await shownOutages()).toEqual([
      {
        ...{ blocks: 10, first_height: 20, last_height: 29, at_least: true },
        from: timeOf(20),
        to: timeOf(29),
      },
    ])
    const { model } = await record()
    expect(model.row.outages).toMatchObject([{ slot, atLeast: true }])
    expect(model.row.outages?.[0]?.first).toBeGreaterThan(39)
  })

  test('W160: a jailing ends it with the set', async () => {
    rig = await createSimRig({ database, script: [{ at: 20, what: 'down', validator: 3 }] })
    await rig.to(40)
    const [outage, ...more] = await shownOutages()
    expect(more).toEqual([])
    expect(outage).toMatchObject({ first_height: 20, at_least: false })
    expect(outage?.blocks).toBe((outage?.last_height ?? 0) - 19)
    expect((await rig.events()).map((event) => event.split(' ')[0])).toContain('jailed')
    expect(await underWay()).toEqual([])
  })
})
