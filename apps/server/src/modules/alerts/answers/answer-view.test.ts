import { deciding } from '@roundsman/alerting/deciding'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'
import { someOutcome } from '../testing/some-outcome.ts'
import { addValidator } from '../testing/some-validators.ts'
import { createAlertAnswers } from './answer-alert.ts'

const [jailed, leftTheSet] = [2011, 4012]
const email = 'ada@example.org'
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await subscribe(database.db, { email, networkId: 1, settings: [jailed, leftTheSet] })
})
afterAll(() => database.drop())

/** What the link of a message about these of one validator, which go on, says is to be done. */
async function adviceOf(settings: readonly number[]) {
  const { db } = database
  const id = await addValidator(db.orm, { operator: `op${settings.join('-')}` })
  const target = { key: `validator:${id}`, type: 'VALIDATOR', id } as const
  const outcomes = settings.map((settingId) =>
    someOutcome({
      ...{ settingId, target, height: 100, severity: 'CRITICAL' },
      kind: settingId % 10 === 1 ? 'BEGAN' : 'ENDED',
    }),
  )
  await db.transaction((tx) => createAlertRig(db).raise(tx, 1, outcomes, deciding.begin(1)))
  const { rows } = await db.orm.execute<{ id: number; user: number }>(sql`
    select a.id::int, r.user_id as user from alert a join alert_recipient r on r.alert_id = a.id
    where a.validator_id = ${id} order by a.id`)
  const nothing = () => Promise.resolve(null)
  const figures = { of: () => Promise.resolve(new Map()), validator: nothing, jailing: nothing }
  const answers = createAlertAnswers(db, { byId: () => testNetwork() }, { now: () => 0 }, figures)
  const of = { id: 1, purpose: 'alert' as const, kind: 'alert', channel: 'email', userId: rows[0]?.user ?? 0 }
  const references = rows.map((row) => String(row.id))
  const view = await answers.view({ ...of, references, createdAt: new Date(0) }, 1_000)
  return view?.alerts.map(({ title, advice }) => [title, advice.join(' ')])
}

test('P1049: beside its jailing nobody is told to check whether a validator was jailed; alone they are', async () => {
  expect(await adviceOf([jailed, leftTheSet])).toEqual([
    ['Jailed', expect.stringMatching(/^Fix what made it miss blocks/)],
    ['Left the active set', ''],
  ])
  expect(await adviceOf([leftTheSet])).toEqual([
    ['Left the active set', expect.stringMatching(/^Check whether it was jailed/)],
  ])
})
