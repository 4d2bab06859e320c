import { catalogue } from '@roundsman/alerting/catalogue'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { createRecorder } from '../../series/recorder.ts'
import { createSimRig, networkId, type SimRig } from '../../watch/testing/sim-rig.ts'
import { replayAlerts } from './replay-alerts.ts'
import { rulesCommand } from '../rules.command.ts'
import { createAlertRig, subscribe } from '../testing/alert-rig.ts'

const [jailed, unjailed, missedThree, signsAgain, missedOne] = [2011, 2012, 1121, 1122, 1111]
const asked = [jailed, unjailed, missedOne, missedThree, signsAgain]
let database: TestDatabase
let rig: SimRig

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

/** Of one that is down for five blocks, one that is jailed for a while, one that missed one. */
async function live(): Promise<void> {
  rig = await createSimRig({
    database,
    profile: smallProfile({}, { signedBlocksWindow: 1_000 }),
    script: [
      { at: 20, what: 'down', validator: 1, blocks: 5 },
      { at: 26, what: 'jail', validator: 2 },
      { at: 36, what: 'unjail', validator: 2 },
      { at: 40, what: 'absent', validator: 3, blocks: 1 },
    ],
    participants: [createRecorder(), createAlertRig(database.db).participant],
  })
  await database.db.orm.execute(sql`truncate user_account, alert_entry restart identity cascade`)
  await rig.to(12)
  await subscribe(database.db, { email: 'all@example.org', settings: asked })
  await rig.to(60)
}

/** What was reported of each validator, as `setting time`. */
async function reported(): Promise<Map<number, string[]>> {
  const { rows } = await database.db.orm.execute<{ id: number; line: string }>(sql`
    select validator_id as id, setting_id || ' ' || round(extract(epoch from at) * 1000) as line from alert`)
  const lines = new Map<number, string[]>()
  for (const { id, line } of rows) lines.set(id, [...(lines.get(id) ?? []), line].sort())
  return lines
}

test('E50: what the database keeps of a chain gives what was reported of it, for every validator', async () => {
  await live()
  const to = rig.clock.now()
  const request = { networkId, from: to - 86_400_000, to, settingIds: asked }
  const known = await reported()
  expect(known.size).toBe(3)
  for (const { id } of (await rig.view()).validators()) {
    const settings = await replayAlerts(database.db, rig.clock, { ...request, validatorId: id })
    const lines = (settings ?? []).flatMap(({ settingId, times }) => times.map((at) => `${settingId} ${at}`))
    expect([id, lines.sort()]).toEqual([id, known.get(id) ?? []])
  }
})

test('E124: the command prints how often each setting would have fired, the most frequent first, and what is not covered', async () => {
  await live()
  const lines: string[] = []
  const terminal = { print: (line: string) => lines.push(line), complain: (line: string) => lines.push(line) }
  const networks = { byId: () => rig.network }
  const command = rulesCommand({ db: database.db, clock: rig.clock, catalogue, networks })
  expect(await command.run(['--replay', String(networkId), '--days', '1'], terminal)).toBe(0)
  const names = rig.chain.view().chain.roster.map(({ moniker }) => moniker)
  const days = [1, 0].map((ago) => new Date(rig.clock.now() - ago * 86_400_000).toISOString().slice(0, 10))
  expect(lines[0]).toMatch(new RegExp(`^Test, ${days.join('T\\S+Z to ')}T\\S+Z, \\d+ validators$`))
  const called = lines.filter((line) => /^\d+\t/.test(line)).map((line) => line.split('\t'))
  const counts = called.map(([count]) => Number(count))
  expect(counts).toEqual([...counts].sort((a, b) => b - a))
  const ofDown = called.find(([, id, , , target]) => Number(id) === missedThree && target === names[1])
  expect(ofDown).toMatchObject({ 0: '1', 2: 'WARNING', 5: expect.stringMatching(/^\d{4}-\d\d-\d\dT\S+Z$/) })
  expect(lines.find((line) => line.startsWith('Not covered'))).toContain('7011')
  expect(lines.filter((line) => line.startsWith('Covered since')).join()).toContain(String(missedThree))
})
