import { catalogue } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import type { SimulatedAlert } from './simulated-alerts.ts'

const hour = 3_600_000
/** When voting on the proposal of these alerts ends. */
export const votingEnds = Date.UTC(2026, 10, 27, 12, 0, 0)

/** As the reader of proposals has it. */
export const raiseBlockSize = {
  proposal_id: 42,
  title: 'Raise the block size to 32 MB',
  kind: 'PARAMETERS',
  voting_end_at: new Date(votingEnds).toISOString(),
  is_expedited: false,
  turnout: 0.2143,
  quorum: 0.334,
  tally: {
    yes: '98400000000000',
    no: '14760000000000',
    no_with_veto: '3690000000000',
    abstain: '6150000000000',
  },
  vote_command: 'celestia-appd tx gov vote 42 <option> --from <key> --chain-id celestia',
} as const satisfies Partial<Evidence>
const ended = {
  ...raiseBlockSize,
  turnout: 0.452,
  tally: {
    yes: '211000000000000',
    no: '32000000000000',
    no_with_veto: '3690000000000',
    abstain: '14300000000000',
  },
} as const satisfies Partial<Evidence>
const upgrade = { name: 'v8', height: 2_500_000 }
const upgradeProposal = {
  ...{ ...raiseBlockSize, proposal_id: 43, title: 'Upgrade to v8', kind: 'SOFTWARE_UPGRADE', upgrade },
  vote_command: 'celestia-appd tx gov vote 43 <option> --from <key> --chain-id celestia',
} as const satisfies Partial<Evidence>
const yes = [{ option: 'YES', weight: 1 }]

const beginsAt = (conditionId: number) => conditionId * 10 + 1
const endsAt = (conditionId: number) => conditionId * 10 + 2

interface Told {
  settingId: number
  /** Until voting ends, or as long before noon of that day. */
  hoursBefore: number
  evidence: Partial<Evidence>
  targetName?: string
}

/** One alert of votes or signals, as it is decided. */
export function governanceAlert({
  settingId,
  hoursBefore,
  evidence,
  targetName = 'Granite Cloud',
}: Told): SimulatedAlert {
  const meaning = catalogue.meaning(settingId)
  const setting = catalogue.setting(settingId, 'en')
  if (!meaning || !setting) throw new Error(`no setting ${settingId}`)
  const { condition, trigger } = meaning
  const at = votingEnds - hoursBefore * hour
  const isOfNetwork = condition.targetType === 'ANY'
  const about = evidence.proposal_id === undefined ? `v${evidence.version}` : `${evidence.proposal_id}:t5k2o0`
  const key = isOfNetwork ? 'network' : 'validator:9'
  return {
    targetName: isOfNetwork ? null : targetName,
    jailedUntil: null,
    outcome: {
      kind: trigger === 'FALSE_TO_TRUE' ? 'BEGAN' : 'ENDED',
      key: `1/${key}:${about}/${settingId}/1@2461200#77`,
      target: { key, type: condition.targetType, id: isOfNetwork ? null : 9 },
      ...{ conditionId: condition.id, trigger, settingId, severity: setting.severity },
      ...{ height: 2_461_200, at, since: at, phone: 'NOW' },
      evidence: {
        ...{ assurance: 'PROVEN', host: 'rpc.example.org', observed_at: at + 1_000, value: null },
        threshold: condition.threshold,
        ...evidence,
      },
    },
  }
}

/** Of each setting one, of one validator, and of the network. */
export function governanceAlerts(): SimulatedAlert[] {
  const signals = { version: 8, power_share: 0.0412 }
  const told: Told[] = [
    {
      settingId: beginsAt(1001),
      hoursBefore: 168,
      evidence: { ...raiseBlockSize, turnout: 0, tally: noVotes },
    },
    {
      settingId: beginsAt(1002),
      hoursBefore: 168,
      evidence: { ...upgradeProposal, turnout: 0, tally: noVotes },
    },
    ...[1011, 1012].map((condition) => ({ settingId: beginsAt(condition), hoursBefore: 0, evidence: ended })),
    {
      settingId: beginsAt(1013),
      hoursBefore: 0,
      evidence: { ...ended, failed_reason: 'spendable balance 3utia is smaller than 5utia' },
    },
    { settingId: beginsAt(1021), hoursBefore: 240, evidence: signals },
    {
      settingId: beginsAt(1022),
      hoursBefore: 0,
      evidence: {
        ...{ version: 8, power_share: 0.8412, upgrade },
        upgrade_at: new Date(votingEnds + 167.5 * hour).toISOString(),
      },
    },
    ...[1101, 1102, 1103, 1104].flatMap((condition, index) => [
      { settingId: beginsAt(condition), hoursBefore: [72, 24, 6, 1][index] ?? 1, evidence: raiseBlockSize },
      {
        settingId: endsAt(condition),
        hoursBefore: [50, 12, 2, 0][index] ?? 0,
        evidence: index < 3 ? { ...raiseBlockSize, vote: yes } : { ...ended, vote: null },
      },
    ]),
    {
      settingId: beginsAt(1111),
      hoursBefore: 30,
      evidence: {
        ...raiseBlockSize,
        vote: [
          { option: 'YES', weight: 0.7 },
          { option: 'NO', weight: 0.3 },
        ],
      },
    },
    ...[1121, 1122].flatMap((condition, index) => [
      {
        settingId: beginsAt(condition),
        hoursBefore: 100,
        evidence: { version: 8, power_share: [0.5214, 0.8412][index] ?? 0 },
      },
      {
        settingId: endsAt(condition),
        hoursBefore: 90,
        evidence: {
          ...{ version: 8, power_share: [0.5871, 0.8412][index] ?? 0 },
          ...(index === 0 ? { has_signalled: true } : {}),
        },
      },
    ]),
  ]
  return told.map(governanceAlert)
}

const noVotes = { yes: '0', no: '0', no_with_veto: '0', abstain: '0' }
