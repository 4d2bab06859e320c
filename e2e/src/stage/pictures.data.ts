import type { Appearance } from './stage.ts'

export interface Picture extends Appearance {
  name: string
  scene: string
  size: 'phone' | 'tablet' | 'screen'
  /** A small part, of which a small difference is a large share. */
  clip?: { x: number; y: number; width: number; height: number }
}

/** Where the list on a screen has a chip, calm words and strips; and what needs a person. */
const states = { x: 566, y: 484, width: 330, height: 112 }
const attention = { x: 938, y: 150, width: 317, height: 88 }

/** The pictures that specs/visual.spec.ts compares: each appearance at least twice, each state of the list once. */
export const pictures: readonly Picture[] = [
  { name: 'login-phone', scene: 'login', size: 'phone' },
  { name: 'login-dark-rtl', scene: 'login-wrong', size: 'screen', mode: 'dark', direction: 'rtl' },
  { name: 'register-wrong', scene: 'register-empty', size: 'phone', mode: 'dark' },
  { name: 'register-sent', scene: 'register-sent', size: 'tablet' },
  { name: 'validators', scene: 'validators', size: 'screen' },
  { name: 'validators-dark', scene: 'validators', size: 'screen', mode: 'dark', skin: 'default' },
  { name: 'validators-rtl', scene: 'validators', size: 'screen', direction: 'rtl', skin: 'semi-dark' },
  { name: 'validators-horizontal', scene: 'validators', size: 'screen', layout: 'horizontal' },
  { name: 'states', scene: 'validators', size: 'screen', clip: states },
  { name: 'states-dark', scene: 'validators', size: 'screen', mode: 'dark', skin: 'default', clip: states },
  { name: 'attention', scene: 'validators', size: 'screen', clip: attention },
  { name: 'attention-dark', scene: 'validators', size: 'screen', mode: 'dark', clip: attention },
  { name: 'validators-phone', scene: 'validators', size: 'phone' },
  {
    name: 'validators-phone-dark-rtl',
    scene: 'validators',
    size: 'phone',
    mode: 'dark',
    direction: 'rtl',
  },
  { name: 'validators-mine', scene: 'validators-mine', size: 'screen' },
  { name: 'validators-mine-phone-dark', scene: 'validators-mine', size: 'phone', mode: 'dark' },
  { name: 'validators-newcomer', scene: 'validators-newcomer', size: 'tablet', direction: 'rtl' },
  { name: 'validator', scene: 'validator', size: 'screen' },
  { name: 'validator-phone-dark', scene: 'validator-jailed', size: 'phone', mode: 'dark' },
  { name: 'charts', scene: 'charts-lines', size: 'screen' },
  { name: 'charts-dark-rtl', scene: 'charts-lines', size: 'tablet', mode: 'dark', direction: 'rtl' },
  { name: 'alerts-history', scene: 'alerts-history-open', size: 'screen' },
  { name: 'alerts-history-phone-dark', scene: 'alerts-history', size: 'phone', mode: 'dark' },
  { name: 'list-loading', scene: 'validators-loading', size: 'tablet' },
  { name: 'list-error', scene: 'validators-error', size: 'tablet', mode: 'dark' },
  { name: 'list-no-match', scene: 'validators-no-match', size: 'tablet' },
  { name: 'list-stale', scene: 'validators-stale', size: 'screen', navCollapsed: true },
  { name: 'list-halted', scene: 'validators-halted', size: 'tablet' },
  { name: 'list-unreachable', scene: 'validators-unreachable', size: 'phone', mode: 'dark' },
  { name: 'list-not-followed', scene: 'validators-not-followed', size: 'phone' },
  { name: 'networks', scene: 'networks-menu', size: 'tablet', mode: 'dark' },
  { name: 'alerts', scene: 'alerts', size: 'screen' },
  { name: 'alerts-changed-phone-dark', scene: 'alerts-changed', size: 'phone', mode: 'dark' },
  { name: 'alerts-elsewhere', scene: 'alerts-elsewhere', size: 'tablet', direction: 'rtl' },
  { name: 'settings-contacts-phone', scene: 'settings-contacts', size: 'phone' },
  { name: 'contacts-form-dark', scene: 'contacts-form', size: 'tablet', mode: 'dark' },
  { name: 'settings-phones', scene: 'settings-phones', size: 'tablet' },
  { name: 'settings-appearance', scene: 'settings-appearance', size: 'screen', mode: 'dark' },
  { name: 'governance', scene: 'governance', size: 'screen' },
  { name: 'governance-phone-dark', scene: 'governance', size: 'phone', mode: 'dark' },
  { name: 'proposal', scene: 'proposal', size: 'tablet', direction: 'rtl' },
  { name: 'not-found', scene: 'not-found', size: 'phone' },
  { name: 'refused-network', scene: 'refused-network', size: 'tablet' },
]
