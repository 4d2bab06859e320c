import { catalogue } from '@roundsman/alerting/catalogue'
import type { AlertFacts, Reader } from '../texts/writing.ts'

/** Somebody who reads English, in UTC. */
export const english: Reader = { language: 'en', timezone: 'UTC' }

/** What is known of an alert of a setting, with everything that a text may name. */
export function someFacts(
  settingId: number,
  change: Partial<AlertFacts> = {},
  { language }: Reader = english,
): AlertFacts {
  const meaning = catalogue.meaning(settingId)
  const setting = catalogue.setting(settingId, language)
  if (!meaning || !setting) throw new Error(`no setting ${settingId}`)
  const at = new Date(Date.UTC(2026, 10, 21, 12, 30, 5))
  const evidence: AlertFacts['evidence'] = {
    ...{
      assurance: 'PROVEN',
      host: 'rpc.example.org',
      observed_at: at.getTime(),
      value: 5,
      threshold: meaning.condition.threshold,
    },
    ...{ missed_blocks: 1_234, signed_blocks_window: 10_000, consecutive_missed: 5 },
    ...{
      consecutive_missed_exact: true,
      seconds_to_jail: 7_500,
      missed_with_you: 0.0321,
      missed_power_share: 0.05,
    },
    ...{ before: '0.050000000000000000', after: '0.100000000000000000', signed_power_share: 0.78 },
    upgrade: { name: 'v7', height: 5_000 },
  }
  return {
    title: setting.name,
    subject: meaning.condition.subject,
    trigger: meaning.trigger,
    severity: setting.severity,
    network: 'Celestia Mainnet',
    targetName: 'Ada Staking',
    settingId,
    target: meaning.condition.targetType === 'ANY' ? 'network' : 'validator:7',
    targetType: meaning.condition.targetType,
    windowSeconds: meaning.condition.windowSeconds,
    readAt: null,
    otherNetworks: 0,
    isSigning: false,
    asOf: null,
    staleness: null,
    recurred: null,
    at,
    height: 4_711,
    heldBack: null,
    silencedUntil: null,
    plannedUntil: null,
    jailedUntil: null,
    unjailCommand: null,
    signalCommand: null,
    watchedAs: 'OPERATOR',
    unbondingMs: null,
    downtimeSlash: null,
    unit: null,
    evidence,
    raised: change.evidence ?? evidence,
    ...change,
  }
}
