import type { Ability } from '@roundsman/contract/abilities'
import type { PageSettings } from '../data/effective-settings.ts'
import type { NavTitle } from './navigation.ts'

/** What a page asks of whoever opens it, and how it stands. */
export interface PageRules {
  /** shell: bar, navigation, footer; halves: the sign-in looks; plain: nothing around it. */
  layout: 'shell' | 'halves' | 'plain'
  /** Whom the page is for; the others are sent elsewhere (guards.ts). */
  guard: 'members' | 'guests' | 'none'
  /** Without it the page is refused. Pages for guests and those of faults ask for none. */
  permission?: Ability
  title?: NavTitle
  /** Exists only where the network has data availability. */
  needsDa?: boolean
  /** Settings of the frame that this page has whatever the user's are; never kept. */
  settings?: PageSettings
  /** Where content that is narrower than the page stands. */
  align?: 'centre' | 'end'
}

const member = {
  layout: 'shell',
  guard: 'members',
  permission: { action: 'read', subject: 'any' },
} as const
const guest = { layout: 'halves', guard: 'guests' } as const

/** Every page of the site: the one place that says its layout, guard, permission and settings. */
export const pages = {
  '/': { ...member, title: 'validators' },
  '/bridges': { ...member, title: 'bridges', needsDa: true },
  '/charts': { ...member, title: 'charts' },
  '/alerts': { ...member, title: 'alerts' },
  '/alerts-history': { ...member, title: 'alertsHistory' },
  '/settings': { ...member, title: 'settings' },
  '/login': guest,
  '/login/callback': { layout: 'halves', guard: 'none' },
  '/register': guest,
  '/register/confirm': { layout: 'halves', guard: 'none' },
  '/reset-password': { layout: 'halves', guard: 'none' },
  '/reset-password/confirm': { layout: 'halves', guard: 'none' },
  '/email-change/confirm': { layout: 'halves', guard: 'none' },
  '/404': { layout: 'plain', guard: 'none' },
  '/500': { layout: 'plain', guard: 'none' },
} as const satisfies Record<string, PageRules>

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageRules
  }
}
