import { describe, expect, it } from 'vitest'
import { parseSettingsSearch } from './settings-search.ts'

describe('P904: whose alerts wait for a number', () => {
  it('stands in the address as on the page of alerts: each once, the first validator of a network too, and no more than one change takes', () => {
    const parse = (validator: unknown) => parseSettingsSearch({ tab: 'phones', validator }).validator
    expect(parse(['0', '7', '7', '01', 'x'])).toEqual(['0', '7'])
    expect(parse('7')).toEqual(['7'])
    expect(parse(Array.from({ length: 501 }, (_, id) => String(id)))).toHaveLength(500)
    expect(parse('x')).toBeUndefined()
  })
})
