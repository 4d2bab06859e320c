import type { Outcome } from '@roundsman/alerting/deciding'

/** Something that began, as it is decided; proven unless the change says otherwise. */
export function someOutcome(
  change: Partial<Outcome> & Pick<Outcome, 'target' | 'height'> & { settingId: number },
): Outcome {
  const conditionId = Math.floor(change.settingId / 10)
  const at = Date.UTC(2026, 10, 21, 12, 30, 5)
  return {
    kind: 'BEGAN',
    key: `1/${change.target.key}/${change.settingId}/1@${change.height ?? '-'}`,
    conditionId,
    trigger: change.settingId % 10 === 1 ? 'FALSE_TO_TRUE' : 'TRUE_TO_FALSE',
    severity: 'CRITICAL',
    at,
    since: at,
    evidence: { assurance: 'PROVEN', host: 'rpc.example.org', observed_at: at, value: null, threshold: null },
    phone: 'NOW',
    ...change,
  }
}
