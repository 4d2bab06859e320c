import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'

/** What a mute of several mutes, each once: it leaves out jail that is near, which their titles may name (P990). */
export function mutedWhat(alerts: AlertAnswerView['alerts']): string {
  return [...new Set(alerts.map(({ mutes }) => mutes))].join('; ')
}

/** What a mute of them leaves of bridges, each once, but for what another one of them mutes (P1056); null: nothing. */
export function notMuted(alerts: AlertAnswerView['alerts']): string | null {
  const isMuted = (who: string, name: string) => alerts.some((one) => one.who === who && one.mutes === name)
  const left = alerts.flatMap(({ who, not_muted: names = [] }) => names.filter((name) => !isMuted(who, name)))
  return left.length === 0 ? null : [...new Set(left)].join('; ')
}
