import type { NavGroup, NavItem } from '../navigation.ts'

const any = { action: 'read', subject: 'any' } as const
const vip = { action: 'read', subject: 'VIP' } as const

export const someGroup: NavGroup = {
  kind: 'group',
  id: 'alerting',
  title: 'alerts',
  permission: any,
  children: [
    { kind: 'entry', id: 'rules', title: 'alerts', path: '/alerts', permission: any, badge: '3' },
    { kind: 'entry', id: 'past', title: 'alertsHistory', path: '/alerts-history', permission: any },
    {
      kind: 'group',
      id: 'deep',
      title: 'charts',
      permission: any,
      children: [{ kind: 'entry', id: 'chart', title: 'charts', path: '/alerts/charts', permission: any }],
    },
  ],
}

/** Everything that a list of navigation may hold. */
export const someNavigation: readonly NavItem[] = [
  { kind: 'section', id: 'watching', title: 'navigation', permission: any },
  { kind: 'entry', id: 'root', title: 'validators', path: '/', permission: any },
  someGroup,
  {
    kind: 'group',
    id: 'secret',
    title: 'bridges',
    permission: any,
    children: [{ kind: 'entry', id: 'hidden', title: 'bridges', path: '/hidden', permission: vip }],
  },
  {
    kind: 'group',
    id: 'other',
    title: 'settings',
    permission: any,
    children: [
      { kind: 'entry', id: 'off', title: 'settings', path: '/off', permission: any, disabled: true },
      { kind: 'entry', id: 'away', title: 'charts', path: '/away', permission: any, newTab: true },
      { kind: 'entry', id: 'da', title: 'bridges', path: '/da', permission: any, needsDa: true },
    ],
  },
  { kind: 'section', id: 'vip', title: 'navigation', permission: vip },
  { kind: 'entry', id: 'last', title: 'expand', path: '/last', permission: vip },
]
