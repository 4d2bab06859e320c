import type { AlertSetting, AlertSettings } from '@roundsman/contract/alerts/alerts'

/** A setting, by its id what began or what ended, with whatever a test wants otherwise. */
export function someSetting(id: number, change: Partial<AlertSetting> = {}): AlertSetting {
  return {
    ...{ id, type: 'UPTIME', target_type: 'VALIDATOR', threshold: null, unit: null, comparison: 'IS' },
    trigger: id % 10 === 1 ? 'FALSE_TO_TRUE' : 'TRUE_TO_FALSE',
    ...{ window_seconds: null, hold_seconds: 0, name: `Setting ${id}`, description: '', severity: 'INFO' },
    ...change,
  }
}

/** A few settings of five types, with ids of the catalogue. */
export const someAlertSettings: AlertSettings = {
  UPTIME: [someSetting(1121, { name: 'Three missed' }), someSetting(1122, { name: 'Signing again' })],
  JAILED: [someSetting(2011, { type: 'JAILED', name: 'Jailed', severity: 'CRITICAL' })],
  NETWORK: [
    someSetting(9021, { type: 'NETWORK', target_type: 'ANY', name: 'Network halted' }),
    someSetting(9311, { type: 'NETWORK', target_type: 'ANY', name: 'Network unseen' }),
    someSetting(9312, { type: 'NETWORK', target_type: 'ANY', name: 'Network seen again' }),
  ],
  OTEL_UPDATE: [
    someSetting(7021, { type: 'OTEL_UPDATE', target_type: 'BRIDGE', name: 'No update for 5 minutes' }),
  ],
  SYNC_STATUS: [
    someSetting(8111, {
      type: 'SYNC_STATUS',
      target_type: 'BRIDGE',
      name: 'Bridge stalled',
      unit: 'SECONDS',
    }),
    someSetting(8112, { type: 'SYNC_STATUS', target_type: 'BRIDGE', name: 'Bridge moves again' }),
  ],
  ...{ VOTING_POWER: [], COMISSION: [], TOMBSTONED: [], BONDED: [], GOVERNANCE: [] },
}
