import { describe, expect, it } from 'vitest'
import { choiceOf, movedColumn, readChoice, shownColumns, standardChoice } from './table-columns.ts'

const rules = { standard: ['state', 'uptime', 'missed', 'tokens'], always: ['state'] } as const

describe('P119: the order of columns', () => {
  it('is that of the account; what it does not name is hidden, and stands behind its neighbor', () => {
    expect(choiceOf(['tokens', 'uptime', 'state'], rules)).toEqual({
      order: ['tokens', 'uptime', 'missed', 'state'],
      hidden: ['missed'],
    })
    expect(choiceOf([], rules)).toEqual({ order: rules.standard, hidden: ['uptime', 'missed', 'tokens'] })
  })
  it('has what cannot be hidden even if the account does not know it', () => {
    expect(choiceOf(['missed', 'uptime', 'tokens'], rules)).toEqual({
      order: ['state', 'missed', 'uptime', 'tokens'],
      hidden: [],
    })
  })
  it('takes from either keeper what it understands, once', () => {
    expect(choiceOf(['tokens', 'zzz', 'tokens'], rules).order).toEqual([
      'state',
      'uptime',
      'missed',
      'tokens',
    ])
    for (const text of [null, 'no json', 'null', '[]', '{"order":3,"hidden":"uptime"}'])
      expect(readChoice(text, rules)).toEqual(standardChoice(rules))
    expect(readChoice('{"order":["missed","state",7],"hidden":["uptime","state","zzz"]}', rules)).toEqual({
      order: ['missed', 'tokens', 'state', 'uptime'],
      hidden: ['uptime'],
    })
  })
  it('keeps the place of a hidden column in the browser that hid it', () => {
    const choice = { order: ['missed', 'state', 'uptime', 'tokens'], hidden: ['missed'] } as const
    expect(readChoice(JSON.stringify(choice), rules)).toEqual(choice)
    expect(shownColumns(choice)).toEqual(['state', 'uptime', 'tokens'])
  })
  it('moves a column, and not beyond either end', () => {
    const order = (by: number) => movedColumn(standardChoice(rules), 'uptime', by).order
    expect(order(1)).toEqual(['state', 'missed', 'uptime', 'tokens'])
    expect(order(-1)).toEqual(['uptime', 'state', 'missed', 'tokens'])
    expect(order(-5)).toEqual(order(-1))
    expect(order(9)).toEqual(['state', 'missed', 'tokens', 'uptime'])
  })
  it('P995: shows what is hidden at first only to whoever chose it, also where a choice is older than it', () => {
    const extra = { ...rules, hiddenAtFirst: ['tokens'] } as const
    expect(shownColumns(standardChoice(extra))).toEqual(['state', 'uptime', 'missed'])
    for (const text of [null, '[]']) expect(readChoice(text, extra)).toEqual(standardChoice(extra))
    const older = '{"order":["missed","state","uptime"],"hidden":["uptime"]}'
    expect(shownColumns(readChoice(older, extra))).toEqual(['missed', 'state'])
    const chosen = '{"order":["missed","state","uptime","tokens"],"hidden":[]}'
    expect(shownColumns(readChoice(chosen, extra))).toEqual(['missed', 'state', 'uptime', 'tokens'])
    expect(choiceOf(['state', 'tokens'], extra).hidden).toEqual(['uptime', 'missed'])
  })
})
