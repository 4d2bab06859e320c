import { catalogue } from '@roundsman/alerting/catalogue'
import { deciding, type Evidence } from '@roundsman/alerting/deciding'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { createAlertRig } from '../../testing/alert-rig.ts'
import { begins, createFlapping, ends, type Flapping } from '../../testing/flapping.ts'
import { addBridge } from '../../testing/some-bridges.ts'
import { someOutcome } from '../../testing/some-outcome.ts'

/** Silent for five minutes; more than a hundred blocks behind. */
const [silent, behind] = [702, 803]
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** As recommended to who runs a bridge: by SMS only that it is behind. */
const recommended = {
  EMAIL: [silent, behind].flatMap((one) => [begins(one), ends(one)]),
  SMS: [begins(behind), ends(behind)],
}
async function ofBridge(settings: Parameters<typeof createFlapping>[1]) {
  const rig = await createFlapping(database, settings)
  const { db, clock } = rig.ledger
  const id = await addBridge(db.orm, { peerId: 'riga', name: 'Riga bridge 1' })
  const target = { key: `bridge:${id}` as const, type: 'BRIDGE' as const, id }
  let height = 5_000
  return {
    rig,
    /** As decided in one transaction; `true`: it begins. */
    async turn(of: Readonly<Record<number, boolean>>, evidence: Partial<Evidence> = {}) {
      height += 1
      const at = clock.now()
      const outcomes = Object.entries(of).map(([condition, isOn]) => {
        const settingId = isOn ? begins(Number(condition)) : ends(Number(condition))
        const severity = catalogue.setting(settingId, 'en')?.severity ?? 'INFO'
        const key = `1/${target.key}/${settingId}/1@${height}#${height}`
        const outcome = someOutcome({ settingId, target, height, at, since: at, key, severity })
        const kind = isOn ? ('BEGAN' as const) : ('ENDED' as const)
        return { ...outcome, kind, evidence: { ...outcome.evidence, observed_at: at, ...evidence } }
      })
      await db.transaction((tx) => createAlertRig(db).raise(tx, 1, outcomes, deciding.begin(1)))
    },
  }
}
async function later(rig: Flapping, seconds: number): Promise<void> {
  await rig.ledger.clock.advance(seconds * 1000)
  await rig.dispatch()
}
const told = ({ sent }: Flapping, channel: 'sms' | 'email') =>
  sent[channel].flatMap(({ about }) => about.map(({ settingId }) => settingId))

describe('D342: the end of what happened to a bridge', () => {
  test('that no SMS and no call told of is told by mail alone', async () => {
    const { rig, turn } = await ofBridge(recommended)
    const began_at = rig.ledger.clock.now()
    await turn({ [silent]: true })
    await later(rig, 300)
    // It pushes again, is behind by what it missed, and has caught up before a message can be made.
    await turn({ [silent]: false, [behind]: true }, { began_at })
    await turn({ [behind]: false }, { began_at })
    await later(rig, 20)
    await later(rig, 20)
    expect(told(rig, 'sms')).toEqual([])
    expect(await rig.rows('sms')).toContain(`SUPPRESSED told_already ${ends(behind)}`)
    expect(told(rig, 'email')).toContain(ends(behind))
  })

  test('is left out of an SMS about other things as well', async () => {
    const halted = 902
    const { rig, turn } = await ofBridge({ ...recommended, SMS: [...recommended.SMS, begins(halted)] })
    await rig.happen([begins(halted)])
    await later(rig, 2)
    const began_at = rig.ledger.clock.now()
    await turn({ [behind]: true })
    await turn({ [behind]: false }, { began_at })
    await later(rig, 20)
    await later(rig, 20)
    expect(told(rig, 'sms')).toEqual([begins(halted)])
    expect(told(rig, 'email')).toContain(ends(behind))
  })

  test('that an SMS told of comes by SMS', async () => {
    const { rig, turn } = await ofBridge(recommended)
    const began_at = rig.ledger.clock.now()
    await turn({ [behind]: true })
    await later(rig, 60)
    await turn({ [behind]: false }, { began_at })
    await later(rig, 20)
    expect(told(rig, 'sms')).toEqual([begins(behind), ends(behind)])
  })

  test('comes by SMS where nothing else tells it', async () => {
    const { rig, turn } = await ofBridge({ SMS: [ends(behind)] })
    const began_at = rig.ledger.clock.now()
    await turn({ [behind]: true })
    await later(rig, 60)
    await turn({ [behind]: false }, { began_at })
    await later(rig, 20)
    expect(told(rig, 'sms')).toEqual([ends(behind)])
  })
})
