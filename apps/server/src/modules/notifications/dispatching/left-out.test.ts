import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createScriptedChannel, type Ledger } from '../testing/ledger.ts'
import { alertOne, withLedgers } from '../testing/ledger-of-each-test.ts'

let ledger: Ledger
withLedgers((fresh) => {
  ledger = fresh
  ledger.composers.register('jailed', async ({ references }) => ({
    message: { subject: references.filter((one) => one !== 'own').join(), paragraphs: ['x'] },
    ...{ leftOut: ['own'], toldAlready: [], heldBack: null },
  }))
})

/** Makes a call about `own` and these; gives what was said, and every row after it. */
async function callAbout(...also: string[]) {
  await alertOne(ledger, { channel: 'voice', reference: 'own' })
  await ledger.db.orm.execute(sql`
    insert into delivery_also (delivery_id, reference)
    select d.id, o.reference from delivery d, unnest(${sql.param(also)}::text[]) as o (reference) where d.reference = 'own'`)
  await ledger.db.orm.execute(
    sql`update delivery set gathers_until = ${ledger.db.now()} where reference = 'own'`,
  )
  const phone = createScriptedChannel('voice')
  await ledger.dispatcher('own', { channel: phone, lane: 'critical' }).pass(new AbortController().signal)
  const { rows } = await ledger.db.orm.execute<{ is: string }>(
    sql`select concat_ws(' ', reference, state, detail) as is from delivery order by reference`,
  )
  return { said: phone.sent.map(({ message }) => message.subject), rows: rows.map(({ is }) => is) }
}

const takenIn = async (reference: string) => {
  await alertOne(ledger, { channel: 'voice', reference })
  await ledger.db.orm.execute(
    sql`update delivery set state = 'SUPPRESSED', detail = 'told_already' where reference = ${reference}`,
  )
}

test('E406: a call whose own matter is over goes on about what it has taken in, which keeps its row', async () => {
  await takenIn('taken')
  expect(await callAbout('taken')).toEqual({
    said: ['taken'],
    rows: ['own SENT', 'taken SUPPRESSED told_already'],
  })
  expect(ledger.errors).toEqual([])
})

test('D33: what is left out has a row of its own, and the call the name of what has none', async () => {
  await takenIn('taken')
  expect(await callAbout('taken', 'gathered')).toEqual({
    said: ['taken,gathered'],
    rows: ['gathered SENT', 'own SUPPRESSED ended_in_quiet_hours', 'taken SUPPRESSED told_already'],
  })
})
