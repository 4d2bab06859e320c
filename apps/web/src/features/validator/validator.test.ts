import type { LiveBlock } from '@roundsman/contract/live/live'
import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import { lacksBlocks, lettersNow } from '../../data/network/details.ts'
import { someDetails } from '../../data/testing/some-details.ts'
import { someList, someValidator } from '../../data/testing/some-list.ts'
import { createFormats } from '../../i18n/formats.ts'
import { blockFacts, cellsOf, countLetters, gridProofs } from '../../parts/signing/block-facts.ts'
import { blockLink } from '../../parts/signing/block-tip.tsx'
import { cellAfterKey, cellAt, gridShape } from '../../parts/signing/grid-canvas.tsx'
import { slashedShare } from './delegator-card.tsx'
import { othersMissing, recentMisses, windowUse } from './slashing-window.ts'
import { safeContact, stateSince } from './validator-head.tsx'
import { textOfEvent } from './timeline-texts.ts'
import { isOutside, outsideSince } from './signing-card.tsx'
import { parseValidatorSearch } from './validator-search.ts'

const block = (height: number, change: Partial<LiveBlock> = {}): [number, LiveBlock] => [
  height,
  { height, at: '2026-11-21T12:00:00Z', m: [], n: [], p: [], none: [], ...change },
]
const { status } = someList([])

describe('P160: the letters of an answer go on with the blocks of the stream', () => {
  const signatures = { from_height: 98, letters: 'ssm', assurances: 'PPA' }
  const details = someDetails({ id: 7, signatures })
  it('as far as no block is left out', () => {
    const streamed = new Map([
      block(101, { m: [7], assurance: 'SINGLE' }),
      block(102, { p: [7], m: [8] }),
      block(104, { n: [7] }),
    ])
    const known = lettersNow(details, streamed, 500)
    expect(known).toEqual({ from: 98, letters: 'ssmmp', assurances: 'PPAS?' })
    expect(known && lacksBlocks(known, streamed)).toBe(true)
  })
  it('and no more of them are shown than were asked for', () => {
    const streamed = new Map([block(100), block(101), block(102, { none: [7], assurance: 'PROVEN' })])
    const known = lettersNow(details, streamed, 3)
    expect(known).toEqual({ from: 100, letters: 'ms-', assurances: 'A?P' })
    expect(known && lacksBlocks(known, streamed)).toBe(false)
  })
  it('of a network of which no block is known there are none', () => {
    const nothing = { id: 7, signatures: { from_height: null, letters: '', assurances: '' } }
    expect(lettersNow(nothing, new Map([block(1)]), 500)).toBeNull()
  })
})

describe('P536: what a jailing took', () => {
  const event = { height: 50, assurance: 'PROVEN' } as const
  const at = (second: number) => `2026-11-20T09:00:${String(second).padStart(2, '0')}Z`
  const jailed = { ...event, id: 2, at: at(5), kind: 'jailed', before: 'false', after: 'true' } as const
  const slashed = (over: object) => ({
    ...{ ...event, id: 1, at: at(4), kind: 'slashed' as const, before: '1000', after: '999' },
    ...over,
  })
  it.each([
    ['is the slash of the same time', [jailed, slashed({})], 0.001],
    ['is not known without one', [jailed], null],
    ['is not that of another jailing', [jailed, slashed({ at: '2026-10-01T09:00:00Z' })], null],
    ['is not known where the stake before is not', [jailed, slashed({ before: null })], null],
    ['is not known where the jailing is not', [slashed({})], null],
  ] as const)('%s', (_what, timeline, share) => {
    const taken = slashedShare({ timeline: [...timeline] })
    if (share === null) expect(taken).toBeNull()
    else expect(taken).toBeCloseTo(share)
  })
})

describe('P161: the grid', () => {
  it('has smaller cells for more blocks, and as many columns as there is room for', () => {
    expect(gridShape(1_000, 719)).toEqual({ pitch: 12, columns: 60, rows: 17 })
    expect(gridShape(5_000, 719)).toMatchObject({ pitch: 8, columns: 90 })
    expect(gridShape(10_000, 719)).toMatchObject({ pitch: 6, columns: 120 })
    expect(gridShape(500, 0)).toEqual({ pitch: 12, columns: 1, rows: 500 })
  })
  it('knows the cell under the pointer, and none beside the last one', () => {
    const shape = gridShape(61, 719)
    expect(cellAt(shape, 61, 13, 3)).toBe(1)
    expect(cellAt(shape, 61, 3, 13)).toBe(60)
    expect([cellAt(shape, 61, 13, 13), cellAt(shape, 61, 720, 3), cellAt(shape, 61, -1, 3)]).toEqual([
      null,
      null,
      null,
    ])
  })
  it.each([
    ['ArrowLeft', 64],
    ['ArrowRight', 66],
    ['ArrowUp', 5],
    ['ArrowDown', 99],
    ['Home', 0],
    ['End', 99],
    ['PageUp', 0],
    ['a', null],
  ])('goes on by %s', (key, wanted) => {
    expect(cellAfterKey(key, 65, 100, gridShape(100, 719))).toBe(wanted)
  })
  it('gives a time that the stream brought, else about when it was by the pace of the network', () => {
    const letters = { from: 99, letters: 'mp', assurances: 'SP' }
    const streamed = new Map([block(100, { at: '2026-11-21T11:59:59Z' })])
    expect(blockFacts(letters, 1, { streamed, status })).toEqual({
      ...{ height: 100, outcome: 'proposed', assurance: 'PROVEN' },
      ...{ at: '2026-11-21T11:59:59Z', about: false },
    })
    expect(blockFacts(letters, 0, { streamed, status })).toMatchObject({
      ...{ height: 99, outcome: 'missed', assurance: 'SINGLE', at: '2026-11-21T11:59:58.000Z', about: true },
    })
    expect(blockFacts(letters, 0, { streamed, status: undefined }).at).toBeNull()
  })
  it('tells a block that nobody saw from one in whose set it was not, and counts them apart', () => {
    const letters = { from: 1, letters: '--spnm--smm', assurances: '-APPPP?SPPP' }
    expect(cellsOf(letters)).toBe('-xspnmxxsmm')
    expect(countLetters(cellsOf(letters))).toEqual({
      ...{ signed: 4, missed: 3, outside: 3, unseen: 1, known: 7, missedNow: 2 },
    })
    const factsAt = (index: number) => blockFacts(letters, index, { streamed: new Map(), status })
    expect(factsAt(0)).toMatchObject({ outcome: 'unseen', assurance: null })
    expect(factsAt(1)).toMatchObject({ outcome: 'outside', assurance: 'AGREED' })
    expect(factsAt(6)).toMatchObject({ outcome: 'outside', assurance: null })
  })
  it('marks what is not proven, but nothing where no block is', () => {
    expect(gridProofs('-PPAS?P')).toEqual({ unproven: 2, none: false, marks: '-PPAS?P' })
    expect(gridProofs('-AAS')).toEqual({ unproven: 3, none: true, marks: '' })
    // Of one of them nobody wrote down how it is known: it may be proven.
    expect(gridProofs('-AA?')).toEqual({ unproven: 2, none: false, marks: '-AA?' })
    for (const assurances of ['PPP', '?P-', '???', '---', ''])
      expect(gridProofs(assurances)).toEqual({ unproven: 0, none: false, marks: '' })
  })
  it('leads to a block only where it is known how the explorer names them', () => {
    expect(blockLink('https://www.mintscan.io/celestia', 5)).toBe('https://www.mintscan.io/celestia/block/5')
    expect(blockLink('https://haqq.explorers.guru', 5)).toBe('https://haqq.explorers.guru/block/5')
    expect(blockLink('https://explorer.provenance.io', 5)).toBe('https://explorer.provenance.io/block/5')
    for (const host of ['mintscan.io.example.org', 'chainscan-galileo.0g.ai', 'storyscan.app'])
      expect(blockLink(`https://${host}/`, 5)).toBeNull()
    expect(blockLink(null, 5)).toBeNull()
  })
  it('has the range that the address says, else the usual one', () => {
    expect(parseValidatorSearch({ blocks: '5000', x: 1 })).toEqual({ blocks: '5000' })
    for (const blocks of ['1000', '20000', 5_000, ['500']])
      expect(parseValidatorSearch({ blocks })).toEqual({})
  })
})

describe('P844: who is outside the set', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const since = { state: 'jailed', at: '2026-11-20T12:00:00Z', height: 50 } as const
  it('is who signed or missed none of the blocks shown, where somebody saw one of them', () => {
    const of = (letters: string, assurances: string) => isOutside({ from: 1, letters, assurances })
    expect([of('---', 'P-P'), of('---', '---'), of('--m', 'PPP'), of('s--', 'PPP'), of('', '')]).toEqual([
      ...[true, false, false, false, false],
    ])
  })
  it.each([
    ['as its state says', { jailed: true, jailed_until: null, state_since: since }, since.at],
    [
      'as its jail says, where nobody saw it begin',
      { jailed: true, jailed_until: '2023-08-06T12:00:00Z', state_since: null },
      '2023-08-06T12:00:00Z',
    ],
    [
      'unknown while that is to come',
      { jailed: true, jailed_until: '2026-11-22T12:00:00Z', state_since: null },
      null,
    ],
    [
      'unknown where the chain set none',
      { jailed: true, jailed_until: '1970-01-01T00:00:00Z', state_since: null },
      null,
    ],
    [
      'unknown of a jail that is over',
      { jailed: false, jailed_until: '2023-08-06T12:00:00Z', state_since: null },
      null,
    ],
    [
      'not since it came into the set',
      { jailed: false, jailed_until: null, state_since: { ...since, state: 'bonded' as const } },
      null,
    ],
  ])('is so since when: %s', (_what, details, expected) => {
    expect(outsideSince(details, now)).toBe(expected)
  })
})

describe('P908: a slash in the timeline', () => {
  const texts = createInstance()
  const formats = createFormats({
    language: 'en',
    timeZone: 'UTC',
    units: { day: String, hour: String, minute: String, second: String },
  })
  const event = { id: 1, at: '2026-11-20T09:00:00Z', height: 50, assurance: 'PROVEN' } as const
  const slash = { ...event, kind: 'slashed' as const, before: '4837600000000', after: '4837116240000' }
  it.each([
    ['is what was taken, and its share', { hasTokens: true }, '−483.76\u00a0TIA (0.01%)'],
    ['is power where no amounts are known', { hasTokens: false }, '−483,760,000 (0.01%)'],
  ])('%s', (_name, { hasTokens }, text) => {
    const unit = { symbol: 'TIA', decimals: 6 }
    expect(textOfEvent(slash, { unit, hasTokens }, texts.getFixedT('en', 'validator'), formats)).toBe(text)
  })
})

describe('P162: the slashing window', () => {
  const missing = someValidator({ id: 7, missed_blocks: 2_264 })
  it('has the limit that x/slashing computes, halves rounded to even', () => {
    expect(windowUse(missing, { min_signed_per_window: 0.05 })).toEqual({
      ...{ missed: 2_264, window: 10_000, limit: 9_500, left: 7_236 },
    })
    const small = someValidator({ id: 7, missed_blocks: 9, signed_blocks_window: 11 })
    expect(windowUse(small, { min_signed_per_window: 0.5 })).toMatchObject({ limit: 5, left: 0 })
    expect(windowUse({ ...small, signed_blocks_window: 9 }, { min_signed_per_window: 0.5 })?.limit).toBe(5)
  })
  it('shows nothing in jail, outside the set, and where something is not known', () => {
    const known = { min_signed_per_window: 0.05 }
    for (const change of [
      { jailed: true },
      { voting_power: '0' },
      { missed_blocks: null },
      { signed_blocks_window: null },
    ])
      expect(windowUse({ ...missing, ...change }, known)).toBeNull()
    expect(windowUse(missing, undefined)).toBeNull()
  })
  it('has the share of the last 500 blocks that it missed, whatever the grid shows', () => {
    const mostlyMissed = `${'m'.repeat(450)}${'s'.repeat(50)}`
    expect(recentMisses(mostlyMissed)).toBe(0.9)
    expect(recentMisses('s'.repeat(9_500) + mostlyMissed)).toBe(0.9)
    expect(recentMisses('sm'.repeat(100))).toBe(0.5)
    expect(recentMisses(`${'-'.repeat(450)}${'m'.repeat(50)}`)).toBeNull()
  })
  it('counts the others who missed the newest block', () => {
    const rows = [
      someValidator({ id: 1, recent_signatures: 'sm' }),
      someValidator({ id: 2, recent_signatures: 'ms' }),
      someValidator({ id: 3, recent_signatures: 's-' }),
      someValidator({ id: 4, recent_signatures: 'sm', voting_power: '0' }),
    ]
    expect(othersMissing(rows, 7)).toEqual({ missing: 1, all: 2 })
    expect(othersMissing(rows, 1)).toEqual({ missing: 0, all: 1 })
    expect(othersMissing([], 1)).toBeNull()
  })
})

describe('P163: since when a state holds', () => {
  it('is the first of the missed blocks, where the one before them is known', () => {
    const row = someDetails({ id: 7, consecutive_missed: 3 })
    expect(stateSince(row, { from: 96, letters: 'ssmmm', assurances: 'PPPPP' }, status)).toEqual({
      ...{ at: '2026-11-21T11:59:56.000Z', about: true, height: 98 },
    })
    expect(stateSince(row, { from: 96, letters: 's-mmm', assurances: 'PPPPP' }, status)).toBeNull()
    expect(stateSince(row, { from: 96, letters: 'mmm', assurances: 'PPPPP' }, status)).toBeNull()
  })
  it('P522: is exactly as an outage of one piece says, however long it is; another began before these blocks', () => {
    const outage = {
      ...{ blocks: 600, first_height: 1, last_height: 600, at_least: false },
      ...{ from: '2026-11-21T11:00:00Z', to: '2026-11-21T11:59:58Z' },
    }
    const grid = { from: 598, letters: 'smm', assurances: 'PPP' }
    const since = (change: Partial<typeof outage>) =>
      stateSince(
        someDetails({ id: 7, consecutive_missed: 600, outage: { ...outage, ...change } }),
        grid,
        status,
      )
    expect(since({})).toEqual({ at: outage.from, about: false, height: 1 })
    const guessed = { at: expect.any(String), about: true, height: 599 }
    expect(since({ blocks: 590 })).toEqual(guessed)
    expect(since({ at_least: true })).toEqual(guessed)
  })
  it('is as the details say, whatever the newest events are', () => {
    const since = { state: 'jailed', at: '2026-11-20T12:00:00Z', height: 50 } as const
    const row = someDetails({ id: 7, jailed: true, state_since: since })
    expect(stateSince(row, null, status)).toEqual({ at: since.at, about: false, height: 50 })
    expect(stateSince({ ...row, state_since: null }, null, status)).toBeNull()
  })
  it('is not that of the state before, while the details are of that one', () => {
    const since = { state: 'bonded', at: '2026-11-20T12:00:00Z', height: 50 } as const
    expect(stateSince(someDetails({ id: 7, jailed: true, state_since: since }), null, status)).toBeNull()
    const unknown = { jailed: null, tombstoned: null, bond_status: 'BOND_STATUS_UNSPECIFIED' } as const
    expect(stateSince(someDetails({ id: 7, ...unknown, state_since: since }), null, status)).toBeNull()
  })
})

it.each([
  ['ops@example.org', 'mailto:ops@example.org'],
  [' https://example.org/contact ', 'https://example.org/contact'],
  ['javascript:alert(1)', null],
  ['ops@example.org?subject=x&body=y', null],
  ['telegram @ops', null],
  ['https://example.org@example.net/', null],
  ['', null],
  [null, null],
])('P164: the contact %j leads to %j', (contact, link) => {
  expect(safeContact(contact)).toBe(link)
})
