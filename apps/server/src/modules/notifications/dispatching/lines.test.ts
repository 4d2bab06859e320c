import { describe, expect, test } from 'vitest'
import type { Urgency } from '../ledger/delivery.schema.ts'
import { createScriptedChannel, type Ledger, type ScriptedChannel } from '../testing/ledger.ts'
import { alertOne, withLedgers } from '../testing/ledger-of-each-test.ts'
import { longestCallMs, waitsForLine } from './lines.ts'

const second = 1_000
let ledger: Ledger
let phone: ScriptedChannel
let said: string[]
let urgencies: Map<string, Urgency>
let pressing: Set<string>
let serial = 0
withLedgers(
  (fresh) => {
    ledger = fresh
    said = []
    urgencies = new Map()
    pressing = new Set()
    phone = phoneOf()
    ledger.composers.register(
      'jailed',
      async ({ references: [reference] }) => {
        said.push(reference)
        return { subject: reference, paragraphs: ['x'] }
      },
      {
        of: async (_tx, references) => {
          const urgency = urgencies.get(references[0] ?? '')
          return urgency === undefined ? null : { urgency, isPaidEnd: false }
        },
        isPressing: async (_tx, references) => references.some((one) => pressing.has(one)),
      },
    )
  },
  { voice: 2 },
)

/** As Twilio: it takes a call and reports its end later. */
function phoneOf(): ScriptedChannel {
  const made: ScriptedChannel = {
    ...createScriptedChannel('voice'),
    isOneAtATime: true,
    isRepeatable: false,
    ask: async () => null,
    send: async (delivery, signal) => {
      made.sent.push(delivery)
      serial += 1
      return (await made.script.shift()?.(delivery, signal)) ?? { outcome: 'sent', providerId: `CA${serial}` }
    },
  }
  return made
}

const call = (reference: string, over: { isCritical?: boolean; recipient?: string; userId?: number } = {}) =>
  alertOne(ledger, { channel: 'voice', reference, usefulForMs: 3_600_000, ...over })
const pass = (lane: 'critical' | 'other' = 'critical', worker = 'own') =>
  ledger.dispatcher(worker, { channel: phone, lane }).pass(new AbortController().signal)
const rowOf = async (reference: string) => {
  const row = (await ledger.rows()).find((one) => one.reference === reference)
  if (!row) throw new Error(`no call about ${reference}`)
  return row
}
const ends = async (reference: string, state: 'DELIVERED' | 'UNANSWERED' | 'KEYLESS') => {
  const { id, providerId } = await rowOf(reference)
  await ledger.outcomes.recordReceipt(
    { deliveryId: id },
    { state, detail: null, ...(providerId === null ? {} : { providerId }) },
  )
}
const soon = () => ledger.clock.advance(2 * second)

describe('D310: one call at a time for each number', () => {
  test.each(['DELIVERED', 'UNANSWERED'] as const)(
    'another one is made when the first has ended (%s)',
    async (end) => {
      await call('one')
      await pass()
      await ledger.clock.advance(10 * second)
      await call('two')
      await pass()
      await soon()
      await pass()
      expect(said).toEqual(['one'])
      // D311: it is no attempt, costs nothing, and the history says why it waits.
      expect(await rowOf('two')).toMatchObject({
        state: 'QUEUED',
        attempts: 0,
        spentAt: null,
        detail: waitsForLine,
      })
      await ends('one', end)
      await soon()
      await pass()
      expect(said).toEqual(['one', 'two'])
      expect(phone.sent.map(({ attempt, lastDetail }) => [attempt, lastDetail])).toEqual([
        [1, null],
        [1, null],
      ])
      expect(await rowOf('two')).toMatchObject({ state: 'SENT', attempts: 1 })
    },
  )

  test('that is due at the same moment, of another lane or in another process, waits alike', async () => {
    await call('one')
    await call('two')
    await call('three', { isCritical: false })
    await Promise.all([pass('critical', 'a'), pass('critical', 'b'), pass('other', 'c')])
    expect(said).toEqual(['one'])
  })

  test('a single one, and one to another number, wait for nothing', async () => {
    await call('one')
    await call('two', { recipient: '+442079460999' })
    await pass()
    expect(said.toSorted()).toEqual(['one', 'two'])
  })

  test('one whose end nobody reports counts as over after three minutes', async () => {
    await call('one')
    await pass()
    await call('two')
    await ledger.clock.advance(longestCallMs - second)
    await pass()
    expect(said).toEqual(['one'])
    await soon()
    await pass()
    expect(said).toEqual(['one', 'two'])
  })

  test('after a key it goes on until its end is reported, half a minute at most', async () => {
    for (const [first, second] of [
      ['one', 'two'],
      ['three', 'four'],
    ] as const) {
      const [recipient, userId] = first === 'one' ? ['+442079460901', 1] : ['+442079460902', 2]
      await call(first, { recipient, userId })
      await pass()
      const { id, providerId } = await rowOf(first)
      await ledger.outcomes.recordReceipt(
        { deliveryId: id },
        { state: 'DELIVERED', detail: null, providerId: providerId ?? '', isSpeaking: true },
      )
      await call(second, { recipient, userId })
      await pass()
      expect(said).not.toContain(second)
      if (first === 'one') await ends(first, 'KEYLESS')
      else await ledger.clock.advance(30_000)
      expect(await rowOf(first)).toMatchObject({ state: 'DELIVERED' })
      await soon()
      await pass()
      expect(said).toContain(second)
    }
  })

  test('one that its provider refuses, or that says nothing, holds up none', async () => {
    await call('one')
    phone.script.push(() => ({ outcome: 'failed', permanent: true, detail: 'Twilio 21211' }))
    await pass()
    await call('two')
    await pass()
    expect(said).toEqual(['one', 'two'])
  })

  test('D311: what a process that died had begun is made sure of first, and nothing is lost or said twice', async () => {
    await call('one')
    await ledger.claim({ channel: 'voice', lane: 'critical' })
    await call('two')
    await pass()
    expect(said).toEqual([])
    // Its lease is over.
    await ledger.clock.advance(61 * second)
    await pass()
    expect(said).toEqual(['one'])
    // It may have been made already: its provider is asked.
    expect(phone.sent.map(({ attempt }) => attempt)).toEqual([2])
    await ends('one', 'DELIVERED')
    await soon()
    await pass('critical', 'another')
    expect(said).toEqual(['one', 'two'])
  })
})

describe('D350: whoever took a call and pressed no key', () => {
  const taken = async (reference: string) => {
    await call(reference)
    await pass()
    await ledger.clock.advance(10 * second)
    await ends(reference, 'KEYLESS')
  }

  test.each([true, false])('has 20 s of peace, whether or not it is made again (%s)', async (isAwaited) => {
    ledger.awaited = { isAwaited, leftMs: isAwaited ? 600_000 : null }
    await taken('one')
    await soon()
    await call('two')
    for (let look = 0; look < 9; look += 1) {
      await pass()
      expect(said).toEqual(['one'])
      if (look < 8) await soon()
    }
    const detail = 'waiting: this number was called a moment ago'
    expect(await rowOf('two')).toMatchObject({ state: 'QUEUED', attempts: 0, spentAt: null, detail })
    await soon()
    await soon()
    await pass()
    expect(said).toEqual(['one', 'two'])
  })

  test('is rung at once about what cannot wait, and for what they asked for; others, by their own number', async () => {
    await taken('one')
    pressing.add('jailed')
    await call('two')
    await pass()
    await call('jailed')
    await call('elsewhere', { recipient: '+442079460999', userId: 2 })
    await pass()
    expect(said.toSorted()).toEqual(['elsewhere', 'jailed', 'one'])
  })

  test('D338: the history says that it was called a moment ago, also of what waited for that call', async () => {
    await call('one')
    await pass()
    await call('two')
    await pass()
    const detailOf = async () => (await rowOf('two')).detail
    expect(await detailOf()).toBe('waiting: another call to this number is under way')
    await ledger.clock.advance(10 * second)
    await ends('one', 'KEYLESS')
    await pass()
    expect(await detailOf()).toBe('waiting: this number was called a moment ago')
    await ledger.clock.advance(22 * second)
    await pass()
    expect([said, await detailOf()]).toEqual([['one', 'two'], null])
  })

  test('has it also where the process died meanwhile, and nothing is lost or said twice', async () => {
    await taken('one')
    await call('two')
    await pass('critical', 'a')
    await ledger.clock.advance(19 * second)
    await pass('critical', 'b')
    expect(said).toEqual(['one'])
    await ledger.clock.advance(3 * second)
    await Promise.all([pass('critical', 'a'), pass('critical', 'b')])
    expect(said).toEqual(['one', 'two'])
  })
})

describe('D312: of several that wait', () => {
  test('the gravest is made first, whichever came first and in whichever lane it is', async () => {
    urgencies = new Map([
      ['vote', 'WARNING'],
      ['missed', 'CRITICAL'],
      ['near', 'NEAR_JAIL'],
      ['jailed', 'GRAVE'],
    ])
    await call('one')
    await pass()
    await call('vote', { isCritical: false })
    for (const reference of ['missed', 'near', 'jailed']) await call(reference)
    await pass('other')
    await pass()
    await ends('one', 'DELIVERED')
    await soon()
    await pass('other')
    expect(said).toEqual(['one'])
    await pass()
    expect(said).toEqual(['one', 'jailed'])
    await ends('jailed', 'DELIVERED')
    await soon()
    await pass('other')
    await pass()
    // Two a day are all that there are: what waited has not used them up before.
    expect(said).toEqual(['one', 'jailed'])
    expect((await rowOf('near')).detail).toMatch(/^budget_used_up /)
  })

  test('D319: a graver one that nobody took is made again before what is not CRITICAL, and soon', async () => {
    urgencies = new Map([
      ['near', 'NEAR_JAIL'],
      ['vote', 'WARNING'],
      ['jailed', 'GRAVE'],
    ])
    await call('near')
    await pass()
    await call('vote', { isCritical: false })
    await ends('near', 'UNANSWERED')
    for (let look = 0; look < 9; look += 1) {
      await soon()
      await pass('other')
      await pass()
    }
    expect(said).toEqual(['near'])
    expect(await rowOf('vote')).toMatchObject({ state: 'QUEUED', attempts: 0, detail: waitsForLine })
    // What is graver than it does not wait.
    await call('jailed')
    await pass()
    expect(said).toEqual(['near', 'jailed'])
    await ends('jailed', 'DELIVERED')
    // It would have been made after two minutes.
    await soon()
    await soon()
    await pass()
    expect(said).toEqual(['near', 'jailed', 'near'])
  })

  test('D341: the first call about something CRITICAL waits for no call in vain, however grave that is', async () => {
    urgencies = new Map([
      ['near', 'NEAR_JAIL'],
      ['missed', 'CRITICAL'],
    ])
    await call('near')
    await pass()
    await ends('near', 'UNANSWERED')
    await ledger.clock.advance(second)
    await call('missed')
    await pass()
    expect(said).toEqual(['near', 'missed'])
    // Made in vain, it waits as any other.
    await ends('missed', 'UNANSWERED')
    await ledger.clock.advance(119 * second)
    await pass()
    await ends('near', 'UNANSWERED')
    await soon()
    await pass()
    expect(said).toEqual(['near', 'missed', 'near'])
  })

  test('D341: what is less grave waits for one call in vain, and not for all that follow it', async () => {
    urgencies = new Map([
      ['near', 'NEAR_JAIL'],
      ['vote', 'WARNING'],
    ])
    await call('near')
    await pass()
    await ends('near', 'UNANSWERED')
    await ledger.clock.advance(second)
    await call('vote', { isCritical: false })
    await pass('other')
    expect(said).toEqual(['near'])
    await ledger.clock.advance(20 * second)
    await pass()
    await pass('other')
    await ends('near', 'UNANSWERED')
    await soon()
    await pass('other')
    expect(said).toEqual(['near', 'near', 'vote'])
  })

  test('none waits for one that nobody looks at any more', async () => {
    urgencies.set('jailed', 'GRAVE')
    await call('jailed')
    await ledger.clock.advance(15 * second)
    await call('vote', { isCritical: false })
    await pass('other')
    expect(said).toEqual(['vote'])
  })
})
