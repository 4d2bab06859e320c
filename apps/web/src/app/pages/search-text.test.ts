import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PageRules, pages } from './pages.ts'
import { canonicalSearch, parseSearch, sameSearch, stringifySearch } from './search-text.ts'

const understanding = pages.flatMap((page: PageRules) =>
  page.search === 'as-is' ? [] : [[page.path, page.search] as const],
)

/** Keys and values that pages know, besides anything at all; keys may repeat. */
const queries = fc.array(
  fc.tuple(
    fc.oneof(fc.constantFrom('q', 'show', 'sort', 'desc', 'tab', 'next', 'token', 'lng'), fc.string()),
    fc.oneof(
      fc.constantFrom('jailed', 'zzz', 'true', 'uptime', '-tokens', '1e5', '', 'security', 'ar'),
      fc.string(),
    ),
  ),
  { maxLength: 6 },
)

describe('P56: the query of a page', () => {
  it.each(understanding)(
    '%s: has a form of its own that stays as it is, and is never refused',
    (_path, understand) => {
      fc.assert(
        fc.property(queries, (pairs) => {
          const raw = parseSearch(new URLSearchParams(pairs).toString())
          const wanted = canonicalSearch(raw, understand)
          const again = parseSearch(stringifySearch(wanted))
          expect(sameSearch(canonicalSearch(again, understand), wanted)).toBe(true)
        }),
      )
    },
  )
  it('is text: nothing in it is taken for a number or a truth', () => {
    expect(parseSearch('?q=1e5&a=true&b=007')).toEqual({ q: '1e5', a: 'true', b: '007' })
  })
  it('has what stands there several times as an array, whatever its name', () => {
    expect(parseSearch('?q=a&q=b&__proto__=x')).toEqual(
      Object.fromEntries([
        ['q', ['a', 'b']],
        ['__proto__', 'x'],
      ]),
    )
  })
  it('is written as it is read', () => {
    expect(stringifySearch(parseSearch('?q=a+b&q=%26&c='))).toBe('?q=a+b&q=%26&c=')
    expect(stringifySearch({ q: undefined })).toBe('')
  })
})
