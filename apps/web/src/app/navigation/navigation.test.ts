import { type Ability, abilitiesOf, isAllowed } from '@roundsman/contract/accounts/abilities'
import { describe, expect, it } from 'vitest'
import { activeNavigation, navigationOf, type NavItem, toggleGroup, visibleNavigation } from './navigation.ts'
import { someNavigation } from './testing/some-navigation.ts'

const mayOf =
  (abilities: readonly Ability[]) =>
  ({ action, subject }: Ability) =>
    isAllowed(abilities, action, subject)
const member = mayOf(abilitiesOf(['member']))
const navigation = navigationOf({ name: 'Example Nodes', links: [] })
const ids = (items: readonly NavItem[]): string[] =>
  items.flatMap((item) => (item.kind === 'group' ? [item.id, ...ids(item.children)] : [item.id]))

describe('P50: the list of navigation', () => {
  it('has the six entries in order, and Bridges only with data availability', () => {
    const paths = (isDaEnabled: boolean) =>
      visibleNavigation(navigation, { may: member, isDaEnabled }).flatMap((item) =>
        item.kind === 'entry' ? [item.path] : [],
      )
    expect(paths(true)).toEqual([
      '/',
      '/bridges',
      '/charts',
      '/governance',
      '/alerts',
      '/alerts-history',
      '/settings',
    ])
    expect(paths(false)).toEqual(['/', '/charts', '/governance', '/alerts', '/alerts-history', '/settings'])
  })
  it('shows nothing to somebody who may read nothing', () => {
    expect(visibleNavigation(navigation, { may: mayOf([]), isDaEnabled: true })).toEqual([])
  })
  it('shows a group only with a permitted child, and a section title only to those who may', () => {
    expect(ids(visibleNavigation(someNavigation, { may: member, isDaEnabled: false }))).toEqual([
      ...['watching', 'root', 'alerting', 'rules', 'past', 'deep', 'chart', 'other', 'off', 'away'],
    ])
    const admin = mayOf(abilitiesOf(['admin']))
    expect(ids(visibleNavigation(someNavigation, { may: admin, isDaEnabled: true }))).toEqual(
      ids(someNavigation),
    )
  })
})

describe('P480: section titles', () => {
  const provider = { name: 'Example Nodes', links: [{ label: 'Status', url: 'https://status.example.org/' }] }
  it('stand above what is watched, the alerts, and the rest', () => {
    const items = visibleNavigation(navigationOf(provider), { may: member, isDaEnabled: true })
    expect(items.map(({ kind, id }) => (kind === 'section' ? id : kind))).toEqual([
      ...['monitoringSection', 'entry', 'entry', 'entry', 'entry'],
      ...['alertsSection', 'entry', 'entry', 'generalSection', 'entry', 'group'],
    ])
  })
  it('stand above nothing that the user does not see', () => {
    const section = (id: string): NavItem => ({
      kind: 'section',
      id,
      title: 'navigation',
      permission: { action: 'read', subject: 'any' },
    })
    const entry: NavItem = {
      ...{ kind: 'entry', id: 'da', title: 'bridges', path: '/bridges', needsDa: true },
      permission: { action: 'read', subject: 'any' },
    }
    const items = [section('first'), entry, section('second'), section('third')]
    expect(ids(visibleNavigation(items, { may: member, isDaEnabled: false }))).toEqual([])
    expect(ids(visibleNavigation(items, { may: member, isDaEnabled: true }))).toEqual(['first', 'da'])
  })
})

describe('P51: the active entry', () => {
  it.each([
    ['/', '/'],
    ['/validators/7', '/'],
    ['/alerts', '/alerts'],
    ['/alerts/', '/alerts'],
    ['/alerts/7/edit', '/alerts'],
    ['/alerts-history', '/alerts-history'],
    ['/alert', null],
    ['/nowhere', null],
  ])('on %s is %s', (path, entry) => {
    expect(activeNavigation(navigation, path).entry).toBe(entry)
  })
  it('is the longest that fits, with the groups around it', () => {
    expect(activeNavigation(someNavigation, '/alerts/charts/3')).toEqual({
      entry: 'chart',
      groups: ['alerting', 'deep'],
    })
    expect(activeNavigation(someNavigation, '/alerts/other')).toEqual({
      entry: 'rules',
      groups: ['alerting'],
    })
  })
})

describe('P52: groups', () => {
  it('collapse: each opens and closes by itself', () => {
    const both = toggleGroup(someNavigation, ['alerting', 'deep'], 'other', 'collapse')
    expect(both).toEqual(['alerting', 'deep', 'other'])
    expect(toggleGroup(someNavigation, both, 'alerting', 'collapse')).toEqual(['deep', 'other'])
  })
  it('accordion: opening one closes its siblings and what is inside them, not what is around it', () => {
    expect(toggleGroup(someNavigation, ['alerting', 'deep'], 'other', 'accordion')).toEqual(['other'])
    expect(toggleGroup(someNavigation, ['alerting'], 'deep', 'accordion')).toEqual(['alerting', 'deep'])
    expect(toggleGroup(someNavigation, ['alerting', 'deep'], 'alerting', 'accordion')).toEqual([])
  })
  it('what is no group changes nothing', () => {
    expect(toggleGroup(someNavigation, ['other'], 'rules', 'accordion')).toEqual(['other'])
  })
})
