import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { Situation } from './answers.ts'
import type { HistoryEntry } from './history-entry.ts'
import { ofIncidents } from './incident-entries.data.ts'

const names = [
  'Paper Sluice',
  'Saltmarsh Relay',
  'Tallow & Wick',
  'Juniper Sluice',
  'Copper Lantern',
] as const
const proven = { assurance: 'PROVEN', host: 'rpc-1.example' }

/** Newest first. */
const entries: readonly HistoryEntry[] = [
  {
    ...{ ago: 273, severity: 'CRITICAL', type: 'UPTIME', title: 'Missing 10 blocks in a row', validator: 1 },
    status: 'ONGOING',
    height: 9_412_304,
    sent: [
      ['SMS', 'SENT'],
      ['VOICE', 'SENDING'],
    ],
    evidence: { ...proven, consecutive_missed: 10, consecutive_missed_exact: true, missed_with_you: 0 },
  },
  {
    ...{ ago: 1_611, severity: 'CRITICAL', type: 'UPTIME', title: 'Jail within an hour', validator: 2 },
    status: 'ONGOING',
    height: 9_411_792,
    message:
      'Tallow & Wick, Celestia Mainnet: Jail within an hour. Height 9,411,792, 21 Nov, 11:33 UTC. Missed 8,612 of the last 10,000 blocks. Jail in about 60 min. Others missed 0.40% of the voting power. Proven by the signatures of block 9,411,792.',
    sent: [
      ['SMS', 'DELIVERED'],
      ['VOICE', 'DELIVERED'],
    ],
    evidence: {
      ...{ assurance: 'PROVEN', hosts: ['rpc-1.example', 'rpc-2.example'], missed_with_you: 0.004 },
      ...{ missed_blocks: 8_612, signed_blocks_window: 10_000, seconds_to_jail: 3_597 },
      signatures: { from_height: 9_411_733, letters: `sssssps${'m'.repeat(53)}` },
    },
  },
  {
    ...{ ago: 1_901, severity: 'WARNING', type: 'UPTIME', validator: 1 },
    title: 'Signing again after 10 blocks missed in a row',
    ...{ height: 9_411_678, sent: [['SMS', 'DELIVERED']], seen: [1_860, 'PAGE'], trigger: 'TRUE_TO_FALSE' },
  },
  {
    ...{
      ago: 2_019,
      severity: 'CRITICAL',
      type: 'UPTIME',
      title: 'Missing 10 blocks in a row',
      validator: 1,
    },
    ...{ height: 9_411_634, seen: [1_980, 'CALL'], status: 1_911 },
    sent: [
      ['SMS', 'DELIVERED'],
      ['VOICE', 'DELIVERED'],
    ],
  },
  {
    ...{ ago: 17_607, severity: 'CRITICAL', type: 'UPTIME', title: 'Uptime below 75%', validator: 2 },
    ...{ height: 9_405_681, seen: [17_160, 'MAIL'], status: 11_900 },
    sent: [
      ['SMS', 'DELIVERED'],
      ['EMAIL', 'SENT'],
      ['VOICE', 'FAILED', 'Twilio 21215: Geo permission denied'],
    ],
  },
  {
    ...{ ago: 70_120, severity: 'CRITICAL', type: 'JAILED', title: 'Jailed', validator: 3 },
    ...{ height: 9_385_862, seen: [70_000, 'CALL'], status: 66_300 },
    sent: [
      ['SMS', 'DELIVERED'],
      ['VOICE', 'DELIVERED'],
    ],
  },
  {
    ...{
      ago: 82_649,
      severity: 'INFO',
      type: 'NETWORK',
      title: 'Network makes blocks again',
      validator: null,
    },
    ...{ height: 9_381_058, sent: [['SMS', 'DELIVERED']], trigger: 'TRUE_TO_FALSE' },
  },
  {
    ...{ ago: 82_841, severity: 'CRITICAL', type: 'NETWORK', title: 'Network halted for 1 minute' },
    ...{ validator: null, height: null, seen: [82_800, 'CALL'], status: 82_649 },
    sent: [
      ['SMS', 'DELIVERED'],
      ['VOICE', 'DELIVERED'],
    ],
  },
  {
    ...{
      ago: 82_871,
      severity: 'CRITICAL',
      type: 'UPTIME',
      title: 'Missing 10 blocks in a row',
      validator: 4,
    },
    ...{ height: 9_381_058, status: 'ENDED' },
    sent: [
      ['SMS', 'SUPPRESSED', 'network_halted'],
      ['VOICE', 'SUPPRESSED', 'network_halted'],
    ],
  },
  {
    ...{ ago: 183_473, severity: 'INFO', type: 'COMISSION', title: 'Commission raised', validator: 1 },
    ...{ height: 9_343_811, sent: [['EMAIL', 'DELIVERED']], evidence: { before: '0.2', after: '0.22' } },
  },
  {
    ...{ ago: 207_730, severity: 'WARNING', type: 'VOTING_POWER', title: 'Stake fell by 1% within an hour' },
    ...{ validator: 0, height: 9_334_523, sent: [['SMS', 'DELIVERED']], seen: [186_000, 'PAGE'] },
  },
]

/** What is told of votes and upgrades, before the others; its message as the server writes it. */
const ofVotes: readonly HistoryEntry[] = [
  {
    ...{ ago: 120, severity: 'WARNING', type: 'GOVERNANCE', title: 'Not voted, 6 hours left', validator: 1 },
    ...{ status: 'ONGOING', height: 9_412_340, sent: [['SMS', 'DELIVERED']] },
    message:
      'Has not voted on proposal 29 “Raise the maximum block size to 32 MiB”. Voting ends Nov 21, 17:58 UTC, in 6 h. Turnout so far 41.27%, quorum 33.4%. Yes 72.18%, No 8.67%, No with veto 1.23%, Abstain 17.93%. Block 9,412,340, Nov 21, 11:58 UTC. Proven by the chain’s signatures. Vote before the end: yes, no, no_with_veto or abstain. Nothing counts after it. Vote with: celestia-appd tx gov vote 29 <option> --from <key> --chain-id celestia',
    evidence: {
      ...{ ...proven, proposal_id: 29, title: 'Raise the maximum block size to 32 MiB' },
      ...{ voting_end_at: '2026-11-21T17:58:00.000Z', turnout: 0.4127, quorum: 0.334 },
    },
  },
  {
    ...{ ago: 200, severity: 'WARNING', type: 'GOVERNANCE', title: 'Upgrade scheduled', validator: null },
    ...{ height: 9_412_320, sent: [['EMAIL', 'DELIVERED']] },
    message:
      'Upgrade to version 6 is scheduled for block 9,644,936. About Nov 28, 11:50 UTC, in 7 d. Block 9,412,320, Nov 21, 11:56 UTC. Run a release that supports it before that block: a node without it stops there.',
    evidence: { ...proven, version: 6, power_share: 0.8412 },
  },
]

/** How many incidents wait to be acknowledged, as the server counts them. */
export function waitingAt(time: Date, as: Situation | undefined): number {
  const waiting = alertsAt(time, as).filter(
    ({ severity, acknowledged_at: at, deliveries, is_over: isOver }) =>
      severity !== 'INFO' &&
      at === null &&
      isOver !== true &&
      deliveries.some(({ state }) => state !== 'SUPPRESSED'),
  )
  return new Set(waiting.map(({ id, incident_id: incident = id }) => incident)).size
}

/** The alerts of the user as they were at a moment, and whatever else a scene has. */
export function alertsAt(time: Date, as?: Situation): AlertHistoryItem[] {
  const at = (ago: number) => new Date(time.getTime() - ago * 1_000).toISOString()
  const more: Partial<Record<Situation, readonly HistoryEntry[]>> = { votes: ofVotes, incidents: ofIncidents }
  const shown = [...((as && more[as]) ?? []), ...entries]
  const incidentOf = (one: HistoryEntry) => one.incident?.id ?? one
  const goingOn = shown.filter(({ status }) => status !== undefined)
  const over = new Set(goingOn.map(incidentOf))
  for (const one of goingOn) if (one.status === 'ONGOING') over.delete(incidentOf(one))
  return shown.map((one, index): AlertHistoryItem => {
    const name = one.bridge ?? (one.validator === null ? null : (names[one.validator] ?? null))
    return {
      id: 1_000 - index,
      ...(one.incident && { incident_id: one.incident.id }),
      ...(over.has(incidentOf(one)) && { is_over: true }),
      ...(one.incident?.untold && { is_untold: true }),
      ...(one.incident?.jailed !== undefined && { jailed_at: at(one.incident.jailed) }),
      at: at(one.ago),
      height: one.height,
      target_type: name === null ? 'ANY' : one.bridge === undefined ? 'VALIDATOR' : 'BRIDGE',
      blockchain_validator_id: one.validator === null ? null : 900 + one.validator,
      bridge_id: one.bridge === undefined ? null : 3,
      target_name: name,
      setting_id: one.incident?.setting ?? 1_011,
      type: one.type,
      trigger: one.trigger ?? 'FALSE_TO_TRUE',
      severity: one.severity,
      title: one.title,
      message: one.message ?? `${name ?? 'Celestia Mainnet'}: ${one.title}.`,
      evidence: {
        ...(one.evidence ?? proven),
        // As the server has it of missed blocks: since the first of them, and as of when it reckoned.
        ...(one.evidence?.['seconds_to_jail'] !== undefined && {
          began_at: Date.parse(at(one.incident?.began ?? one.ago)),
          observed_at: Date.parse(at(one.ago)),
        }),
      },
      acknowledged_at: one.seen ? at(one.seen[0]) : null,
      acknowledged_via: one.seen?.[1] ?? null,
      began_at: at(one.incident?.began ?? one.ago),
      status: typeof one.status === 'number' ? 'ENDED' : (one.status ?? null),
      ended_at: typeof one.status === 'number' ? at(one.status) : null,
      muted_until: null,
      silence_id: null,
      escalation: null,
      team_id: as !== 'incidents' && index === 2 ? 3 : null,
      acknowledged_by: null,
      deliveries: one.sent.map(([channel, state, detail], place) => ({
        id: index * 10 + place,
        channel,
        to: channel === 'EMAIL' ? 'r…@example.org' : '+1…0143',
        state,
        attempts: state === 'SUPPRESSED' ? 0 : 1,
        at: at(one.ago - 3 - 2 * place),
        detail: detail ?? null,
        ...(one.incident?.waits !== undefined && { waits_until: at(one.incident.waits) }),
      })),
    }
  })
}
