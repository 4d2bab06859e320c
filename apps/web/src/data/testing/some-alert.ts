import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'

/** A critical alert about a validator, delivered by SMS, with whatever a test wants otherwise. */
export function someAlert(change: Partial<AlertHistoryItem> & { id: number }): AlertHistoryItem {
  return {
    at: '2026-11-21T11:59:00.000Z',
    height: 100,
    target_type: 'VALIDATOR',
    blockchain_validator_id: 7,
    bridge_id: null,
    target_name: 'Copper Lantern',
    setting_id: 2011,
    type: 'JAILED',
    trigger: 'FALSE_TO_TRUE',
    severity: 'CRITICAL',
    title: `Jailed ${change.id}`,
    message: 'Copper Lantern, Celestia: Jailed.',
    evidence: { assurance: 'PROVEN', host: 'rpc.example.org' },
    acknowledged_at: null,
    acknowledged_via: null,
    began_at: change.at ?? '2026-11-21T11:59:00.000Z',
    status: null,
    ended_at: null,
    muted_until: null,
    silence_id: null,
    escalation: null,
    team_id: null,
    acknowledged_by: null,
    deliveries: [someDelivery({ id: change.id })],
    ...change,
  }
}

export function someDelivery(
  change: Partial<AlertHistoryItem['deliveries'][number]> & { id: number },
): AlertHistoryItem['deliveries'][number] {
  return {
    channel: 'SMS',
    to: '+44…0958',
    state: 'DELIVERED',
    attempts: 1,
    at: '2026-11-21T11:59:03.000Z',
    detail: null,
    ...change,
  }
}
