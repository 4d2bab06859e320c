import { expect, test } from 'vitest'
import type { AnsweredDelivery, AnswerOwner } from '../ledger/new-delivery.ts'
import { createScriptedChannel, type Ledger } from '../testing/ledger.ts'
import { alertOne, withLedgers } from '../testing/ledger-of-each-test.ts'
import { type Answers, createAnswers } from './answers.ts'

let ledger: Ledger
let answers: Answers
let came: string[]
withLedgers((fresh) => {
  ledger = fresh
  came = []
  answers = createAnswers(ledger.db, (channel, state) => came.push(`${channel} ${state}`))
  ledger.composers.register('jailed', async () => ({ subject: 'Jailed', paragraphs: ['x'] }))
})

/** A call that somebody took; gives its delivery. */
async function called(): Promise<number> {
  await alertOne(ledger, { channel: 'voice', userId: 7, reference: 'incident' })
  const phone = createScriptedChannel('voice')
  await ledger.dispatcher('own', { channel: phone, lane: 'critical' }).pass(new AbortController().signal)
  return (await ledger.row()).id
}

/** Who takes the answers, and shows nothing. */
const owner = (onAnswer: AnswerOwner['onAnswer']): AnswerOwner => ({ onAnswer, view: async () => null })

test('D21: an answer is handed on once, with whose it is and what it is about, and counts as acknowledged', async () => {
  const received: (AnsweredDelivery & { answer: string })[] = []
  const own = owner(async (_tx, answered, answer) => {
    received.push({ ...answered, answer })
    return 'Muted.'
  })
  answers.register('jailed', own)
  expect(() => answers.register('jailed', own)).toThrow('a kind has one')
  expect([answers.isWanted('jailed'), answers.isWanted('other'), answers.isWanted(null)]).toEqual([
    true,
    false,
    false,
  ])
  const id = await called()
  expect(await answers.record(id, 'ACKNOWLEDGE', 'CA1')).toBe('Muted.')
  for (let times = 0; times < 2; times += 1) expect(await answers.record(id, 'ACKNOWLEDGE', 'CA1')).toBeNull()
  expect(received).toMatchObject([
    { userId: 7, kind: 'jailed', references: ['incident'], answer: 'ACKNOWLEDGE' },
  ])
  expect(await ledger.row()).toMatchObject({
    state: 'DELIVERED',
    providerId: 'CA1',
    answers: ['ACKNOWLEDGE'],
  })
  // Whoever knew may still want no more of it.
  for (const answer of ['MUTE', 'UNMUTE', 'MUTE'] as const) await answers.record(id, answer, 'CA1')
  expect(received.map(({ answer }) => answer)).toEqual(['ACKNOWLEDGE', 'MUTE', 'UNMUTE', 'MUTE'])
  expect((await ledger.row()).answers).toEqual(['ACKNOWLEDGE', 'MUTE'])
  expect(came).toEqual(['voice DELIVERED'])
})

test('D21: what its handler throws undoes the answer, and it can be said again', async () => {
  let fails = true
  let times = 0
  const own = owner(async () => {
    times += 1
    if (fails) throw new Error('no such alert')
    return null
  })
  answers.register('jailed', own)
  const id = await called()
  await expect(answers.record(id, 'MUTE', undefined)).rejects.toThrow('no such alert')
  expect(await ledger.row()).toMatchObject({ state: 'SENT', answers: [] })
  fails = false
  await answers.record(id, 'MUTE', undefined)
  expect(await ledger.row()).toMatchObject({ state: 'DELIVERED', answers: ['MUTE'] })
  expect(times).toBe(2)
})

test('D21: there is nothing to answer where nothing was said, or no event was reported', async () => {
  answers.register(
    'jailed',
    owner(async () => Promise.reject(new Error('not to be asked'))),
  )
  await ledger.add({ channel: 'voice' })
  const { id } = await ledger.row()
  for (const one of [id, id + 1_000]) await answers.record(one, 'ACKNOWLEDGE', 'CA1')
  expect(await ledger.row()).toMatchObject({ state: 'QUEUED', answers: [], providerId: null })
})
