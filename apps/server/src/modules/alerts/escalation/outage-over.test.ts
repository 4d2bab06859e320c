import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { createEscalationRig, type EscalationRig } from '../testing/escalation-rig.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { savePolicy } from './escalation.store.ts'

/** 10 % of the window missed, and that three blocks in a row are missed no more. */
const [share, signing] = [1041, 1122]
let rig: EscalationRig
beforeAll(async () => {
  rig = await createEscalationRig()
})
afterAll(() => rig.close())
beforeEach(async () => {
  await rig.reset()
  await subscribe(rig.db, { email: 'ada@example.org', settings: [share], validatorKey: 'ada' })
  await rig.db.transaction((tx) =>
    savePolicy(tx, 1, {
      from_severity: 'WARNING',
      repeat: 0,
      steps: [1, 2, 3].map((after_minutes) => ({ after_minutes, who: 'EVERYONE', channels: ['EMAIL'] })),
    }),
  )
})

/** Whether three blocks in a row count as missed, from now on; the share is still above the line. */
async function decided(is: 0 | 1): Promise<void> {
  const since = rig.clock.now()
  const state = {
    conditions: { 104: { is: 1, since: 0, reported: 1 }, 112: { is, since, reported: 1 } },
  }
  await rig.db.orm.execute(sql`
    insert into alert_network values (9, ${JSON.stringify({ epoch: 1, blindSince: null })}::jsonb)
    on conflict do nothing`)
  await rig.db.orm.execute(sql`
    insert into alert_target values (9, ${`validator:${rig.validator}`}, ${JSON.stringify(state)}::jsonb)
    on conflict (network_id, key) do update set state = excluded.state`)
}

test('E413: of a share of the window nobody is reminded once the outage is over that made it, nor in the next one', async () => {
  const evidence = { ...someOutcome({ settingId: share, target: onValidator(), height: 1 }).evidence }
  await decided(1)
  const alert = await rig.raise(share, { evidence: { ...evidence, consecutive_missed: 201 } })
  await rig.after(1)
  expect(await rig.standing(alert)).toEqual([1, 2, null])
  await decided(0)
  const end = someOutcome({ settingId: signing, kind: 'ENDED', target: onValidator(), height: 300 })
  await rig.db.transaction((tx) => createAlertRig(rig.db).raise(tx, 9, [end], deciding.begin(1)))
  expect(await rig.standing(alert)).toEqual([1, null, 'ENDED'])
  expect(await rig.only(sql`select ended_at as value from alert where id = ${alert}`)).toBeNull()
  await rig.clock.advance(60_000)
  await decided(1)
  await rig.after(10)
  expect(await rig.only(sql`select count(*)::int as value from delivery where kind = 'reminder'`)).toBe(1)
})

function onValidator() {
  return { key: `validator:${rig.validator}` as const, type: 'VALIDATOR' as const, id: rig.validator }
}
