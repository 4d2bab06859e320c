import type { HistoryEntry } from './history-entry.ts'

/** One that goes on, one that came and went while it was gathered, one that ended in jail, and a bridge that is behind: newest first. */
const [going, blip, inJail, behind] = [-1, -2, -3, -4]
const told = ['SMS', 'SUPPRESSED', 'told_already'] as const
const proven = { assurance: 'PROVEN', host: 'rpc-1.example' }
const near = { ...proven, missed_blocks: 212, signed_blocks_window: 2_000, consecutive_missed: 212 }

export const ofIncidents: readonly HistoryEntry[] = [
  {
    ...{ ago: 38, severity: 'CRITICAL', type: 'UPTIME', title: 'Jail within 1 hour', validator: 4 },
    ...{ height: 9_412_380, status: 'ONGOING', incident: { id: going, setting: 1_231, began: 250 } },
    message:
      'Copper Lantern, Celestia Mainnet: jail in about 5 min (12:04). Since 11:55. Nobody else missed. Check the node, its signer and its peers. Never start a second signer.',
    sent: [
      ['SMS', 'DELIVERED'],
      ['VOICE', 'DELIVERED'],
    ],
    evidence: { ...near, seconds_to_jail: 288, missed_with_you: 0 },
  },
  {
    ...{ ago: 150, severity: 'CRITICAL', type: 'UPTIME', title: 'More than 5% of the window missed' },
    ...{
      validator: 4,
      height: 9_412_268,
      status: 'ONGOING',
      incident: { id: going, setting: 1_031, began: 250 },
    },
    sent: [[...told], ['EMAIL', 'DELIVERED']],
  },
  {
    ...{ ago: 247, severity: 'WARNING', type: 'UPTIME', title: '3 blocks missed in a row', validator: 4 },
    ...{ height: 9_412_171, status: 'ONGOING', incident: { id: going, setting: 1_121, began: 250 } },
    sent: [
      ['SMS', 'DELIVERED'],
      ['EMAIL', 'DELIVERED'],
    ],
  },
  {
    ...{ ago: 300, severity: 'INFO', type: 'UPTIME', trigger: 'TRUE_TO_FALSE', validator: 0 },
    title: 'Signing again after 3 blocks missed in a row',
    ...{ height: 9_412_120, incident: { id: blip, setting: 1_122, began: 303, waits: -600 } },
    sent: [['SMS', 'QUEUED', 'comes_and_goes']],
    evidence: { ...proven, missed_since: 4 },
  },
  {
    ...{ ago: 304, severity: 'WARNING', type: 'UPTIME', title: 'Jail within 24 hours', validator: 0 },
    ...{
      height: 9_412_116,
      status: 303,
      incident: { id: blip, setting: 1_211, began: 307, untold: true, waits: -600 },
    },
    sent: [['SMS', 'QUEUED', 'comes_and_goes']],
  },
  {
    ...{ ago: 304, severity: 'WARNING', type: 'UPTIME', title: '3 blocks missed in a row', validator: 0 },
    ...{
      height: 9_412_116,
      status: 303,
      incident: { id: blip, setting: 1_121, began: 307, untold: true, waits: -600 },
    },
    sent: [['SMS', 'QUEUED', 'comes_and_goes']],
  },
  {
    ...{ ago: 720, severity: 'INFO', type: 'UPTIME', trigger: 'TRUE_TO_FALSE', validator: 3 },
    title: 'Signing again after 3 blocks missed in a row',
    ...{
      height: 9_411_700,
      sent: [['SMS', 'DELIVERED']],
      incident: { id: inJail, setting: 1_122, began: 900 },
    },
    evidence: { ...proven, missed_since: 483, ended_in_jail: true },
  },
  {
    ...{ ago: 730, severity: 'INFO', type: 'JAILED', title: 'No longer jailed', trigger: 'TRUE_TO_FALSE' },
    ...{
      validator: 3,
      height: 9_411_690,
      sent: [['SMS', 'DELIVERED']],
      incident: { id: inJail, setting: 2_012 },
    },
  },
  {
    ...{ ago: 899, severity: 'CRITICAL', type: 'BONDED', title: 'Left the active set', validator: 3 },
    ...{ height: 9_411_521, seen: [850, 'CALL'], incident: { id: inJail, setting: 4_012 } },
    trigger: 'TRUE_TO_FALSE',
    sent: [[...told]],
  },
  {
    ...{ ago: 900, severity: 'CRITICAL', type: 'VOTING_POWER', title: 'Slashed', validator: 3 },
    ...{ height: 9_411_520, seen: [850, 'CALL'], incident: { id: inJail, setting: 5_211 } },
    sent: [[...told]],
  },
  {
    ...{ ago: 900, severity: 'CRITICAL', type: 'JAILED', title: 'Jailed', validator: 3, height: 9_411_520 },
    ...{ status: 730, seen: [850, 'CALL'], incident: { id: inJail, setting: 2_011 } },
    sent: [
      ['SMS', 'DELIVERED'],
      ['VOICE', 'DELIVERED'],
      ['EMAIL', 'DELIVERED'],
    ],
  },
  {
    ...{ ago: 1_378, severity: 'CRITICAL', type: 'UPTIME', title: 'Jail within 1 hour', validator: 3 },
    ...{
      height: 9_411_042,
      status: 900,
      seen: [1_300, 'MAIL'],
      incident: { id: inJail, setting: 1_231, began: 1_381, jailed: 900 },
    },
    sent: [
      ['SMS', 'DELIVERED'],
      ['VOICE', 'FAILED', 'gave up after 3 attempts: Twilio: no-answer'],
    ],
  },
  ...(
    [
      [250, 'CRITICAL', 'Stalled for 5 minutes', 8_111, 161],
      [432, 'WARNING', 'More than 50 blocks behind', 8_021, 51],
    ] as const
  ).map(
    ([ago, severity, title, setting, lag]): HistoryEntry => ({
      ...{ ago, severity, type: 'SYNC_STATUS', title, validator: null, bridge: 'Lantern bridge' },
      ...{ height: null, status: 'ONGOING', incident: { id: behind, setting, began: 1_440 } },
      sent: [
        ['EMAIL', 'DELIVERED'],
        ['SMS', 'DELIVERED'],
        ['VOICE', 'DELIVERED'],
      ],
      evidence: { bridge: { updated_at: null, height: 9_412_100, lag, version: null } },
    }),
  ),
]
