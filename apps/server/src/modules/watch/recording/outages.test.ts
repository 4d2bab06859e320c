import { missingBlocks, quietBlocks } from '@roundsman/contract/networks/validator-state'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { blockLetterOf, createLetterRing, packLetters } from '../model/letter-ring.ts'
import type { OpenOutage } from '../model/watch.schema.ts'
import { outagesAfter } from './outages.ts'

/** Letters of one validator from height 1 on: `?` is a block that nobody read, `-` one whose set it is not in. */
function follow(letters: string, cuts: readonly number[] = []) {
  const slot = 3
  const blocks = [...letters].flatMap((letter, index) => {
    const height = index + 1
    if (letter === '?') return []
    const code = blockLetterOf(['-', 's', 'n', 'm', 'p'].indexOf(letter))
    const packed = packLetters(code === null ? [] : [[slot, code]])
    return [{ height, at: height * 1_000, letters: packed, assurance: 'PROVEN', host: 'one' } as const]
  })
  let open: readonly OpenOutage[] = []
  const ended: string[] = []
  const edges = [...new Set(cuts), blocks.length].sort((a, b) => a - b)
  let from = 0
  for (const edge of edges) {
    // Another process has what is stored and nothing else.
    const ring = createLetterRing()
    for (const block of blocks.slice(0, from))
      ring.put(block.height, block.letters, block.at, block.assurance)
    const after = outagesAfter(open, blocks.slice(from, edge), ring, 0)
    open = JSON.parse(JSON.stringify(after.open)) as readonly OpenOutage[]
    ended.push(
      ...after.ended.map(({ before, after: last, missed, atLeast }) => lineOf(before, last, missed, atLeast)),
    )
    from = edge
  }
  return { ended, open: open.map(({ first, last, missed, atLeast }) => lineOf(first, last, missed, atLeast)) }
}

function lineOf(first: unknown, last: unknown, missed = 0, atLeast = false): string {
  return `${String(first)}-${String(last)}: ${missed}${atLeast ? '+' : ''}`
}

const quiet = 's'.repeat(quietBlocks)

describe('outages', () => {
  it.each([
    ['W160: two missed blocks in a row happen to everybody', `${quiet}mmsmms${quiet}`, [], []],
    ['W160: three are an outage', `${quiet}mmm${quiet}`, ['11-13: 3'], []],
    ['W160: a nil vote is signed', `${quiet}mmmnnnnnnnnnn`, ['11-13: 3'], []],
    ['W160: nine signed blocks do not end it', `${quiet}mmmsssssssssm${quiet}`, ['11-23: 4'], []],
    ['W160: ten do', `${quiet}mmm${quiet}m${quiet}`, ['11-13: 3'], []],
    ['W160: leaving the set ends it at once', `${quiet}mmmms-`, ['11-14: 4'], []],
    ['W161: it is under way until then', `${quiet}mmmmsss`, [], ['11-14: 4']],
    ['W161: blocks to come end nothing', `${quiet}mmmm????????????`, [], ['11-14: 4']],
    ['W163: few unread blocks end nothing', `${quiet}mmmm????mm`, [], ['11-20: 6+']],
    ['W163: signed and unread ones count together', `${quiet}mmmm????ssssss`, ['11-14: 4+'], []],
    ['W163: after ten it may be over', `${quiet}mmmm??????????mm`, ['11-14: 4+'], []],
    ['W163: and what follows is another', `${quiet}mmmm??????????mmm`, ['11-14: 4+'], ['25-27: 3+']],
    ['W163: two missed and an unread one are not three in a row', `${quiet}mm?m${quiet}`, [], []],
    ['W164: what was before may belong to it', `????mmm${quiet}`, ['5-7: 3+'], []],
    ['W164: also some blocks before', `????sssmmm${quiet}`, ['8-10: 3+'], []],
    ['W164: down to the tenth', `???sssssssssmmm${quiet}`, ['13-15: 3+'], []],
    ['W164: and no further', `???ssssssssssmmm${quiet}`, ['14-16: 3'], []],
    ['W164: before the first block of a chain there is nothing', `mmm${quiet}`, ['1-3: 3'], []],
  ])('%s', (_rule, letters, ended, open) => {
    expect(follow(letters)).toEqual({ ended, open })
  })

  it('W162: it is known as the weakest of its blocks is, from the first missed block on', () => {
    const ring = createLetterRing()
    const blockOf = (height: number, letter: 's' | 'm', assurance: 'PROVEN' | 'AGREED' | 'SINGLE') => ({
      ...{ height, at: height, assurance, host: `h${height}` },
      letters: packLetters([[0, letter]]),
    })
    const first = blockOf(1, 'm', 'AGREED')
    ring.put(1, first.letters, first.at, first.assurance)
    const rest = [2, 3, 4].map((height) => blockOf(height, 'm', 'PROVEN'))
    const signed = Array.from({ length: quietBlocks }, (_unused, index) => blockOf(5 + index, 's', 'SINGLE'))
    expect(outagesAfter([], [...rest, ...signed], ring, 99).ended).toEqual([
      {
        ...{ slot: 0, kind: 'outage', before: '1', after: '4', height: 4, chainAt: 4, at: 99 },
        ...{ assurance: 'AGREED', host: 'h14', missed: 4, since: 1, atLeast: false },
      },
    ])
  })

  it('W162: blocks that nobody misses change nothing, and cost no write', () => {
    const open: OpenOutage[] = []
    const signed = { height: 1, at: 1, letters: packLetters([[0, 's']]), assurance: null, host: null }
    expect(outagesAfter(open, [signed], createLetterRing(), 0).open).toBe(open)
  })
})

/** Outages by their definition, of letters that are all known. */
function byDefinition(letters: string) {
  const found: string[] = []
  const open: string[] = []
  for (let at = 0; at < letters.length; at += 1) {
    if (!letters.startsWith('m'.repeat(missingBlocks), at)) continue
    const rest = letters.slice(at)
    const over = new RegExp(`[^m]{${quietBlocks}}|-`).exec(rest)
    const within = rest.slice(0, over?.index ?? rest.length)
    const last = at + within.lastIndexOf('m')
    const missed = [...within].filter((letter) => letter === 'm').length
    const list = over ? found : open
    list.push(lineOf(at + 1, last + 1, missed))
    at = over ? at + over.index : letters.length
  }
  return { ended: found, open }
}

const lettersWith = (letters: string) =>
  fc
    .array(
      fc.tuple(fc.constantFrom(...letters), fc.integer({ min: 1, max: 12 })).map(([one, n]) => one.repeat(n)),
      { maxLength: 25 },
    )
    .map((parts) => parts.join(''))
const cuts = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 8 })

test('W160 W165: whatever is signed and missed, outages are those of the definition, in however many batches', () => {
  fc.assert(
    fc.property(lettersWith('smmnp-'), cuts, (letters, edges) => {
      expect(follow(letters, edges)).toEqual(byDefinition(letters))
    }),
  )
})

test('W165: nor do batches change anything where blocks are unread', () => {
  fc.assert(
    fc.property(lettersWith('smm?-'), cuts, (letters, edges) => {
      expect(follow(letters, edges)).toEqual(follow(letters))
    }),
  )
})

test('W163 W164: an outage that does not say "at least" is there whatever the unread blocks were', () => {
  fc.assert(
    fc.property(lettersWith('smm?-'), fc.infiniteStream(fc.constantFrom('s', 'm')), (letters, unread) => {
      const full = byDefinition(letters.replaceAll('?', () => unread.next().value ?? 's'))
      const exact = follow(letters).ended.filter((outage) => !outage.endsWith('+'))
      expect(full.ended).toEqual(expect.arrayContaining(exact))
    }),
  )
})
