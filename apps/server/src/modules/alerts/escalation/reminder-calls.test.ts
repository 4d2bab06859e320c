import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNetworks } from '../../networks/networks.public.ts'
import { type Calling, createCalling } from '../testing/calling.ts'
import { createReminderComposer } from './remind.ts'

const jailed = 2011
let rig: Calling
beforeAll(async () => {
  rig = await createCalling()
})
afterAll(() => rig.close())

test('E369: the opening of a reminder call about two, one of whom is acknowledged, names neither', async () => {
  const who = await rig.subscriber([jailed], ['EMAIL'])
  const [alert, other] = [
    await rig.raise(jailed, who),
    await rig.raise(jailed, await rig.subscriber([jailed], ['EMAIL'])),
  ]
  const { db, config } = rig.site.platform
  await db.orm.execute(sql`
    insert into alert_escalation (alert_id, user_id, steps, repeat, step, first_step, since, generation, due_at)
    values (${alert}, ${who.userId}, '[{"after_minutes":5,"who":"EVERYONE","channels":["VOICE"]}]', 0, 1, 0, ${db.now()}, 1, ${db.now()} + interval '1 hour')`)
  const compose = createReminderComposer(db, createNetworks(config), { of: async () => new Map() })
  const openingOf = async (first: string, ...more: string[]) => {
    const message = await compose({
      ...{ channel: 'voice', recipient: who.phone, userId: who.userId, language: 'en' },
      ...{ createdAt: new Date(0), hasWaited: false, waitedBeside: null, isRepeated: true },
      references: [first, ...more],
    })
    if (message === null || typeof message === 'string' || !('paragraphs' in message))
      throw new Error('no message')
    return message.call
  }
  const open = `${alert}/1/1`
  const name = `ada${/\d+/.exec(who.email)?.[0] ?? ''}`
  expect((await openingOf(open))?.opening.at(-1)).toBe(`${name}, Celestia.`)
  const both = await openingOf(open, `${other}/1/1`)
  expect([both?.opening.at(-1), both?.rest[0]]).toEqual(['Celestia.', `${name}: jailed.`])
})
