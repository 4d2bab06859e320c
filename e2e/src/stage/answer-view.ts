import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { stageTime } from './answers.ts'

const at = (seconds: number) => new Date(stageTime.getTime() + seconds * 1_000).toISOString()

type Shown = AlertAnswerView['alerts'][number]

const missing: Shown = {
  ...{ id: 1_000, severity: 'CRITICAL', trigger: 'FALSE_TO_TRUE', who: 'Saltmarsh Relay' },
  ...{
    what: '50 blocks missed in a row',
    title: '50 blocks missed in a row',
    mutes: 'Missed blocks, except jail within 1 hour',
  },
  says: [
    'Block 12,047,647, Nov 21, 11:39 UTC.',
    'Nobody else missed this block: it’s this validator, not the network.',
  ],
  advice: [
    'Check that the node is running and in sync, that its signer responds and that it has peers. Never start a second signer with the same key: that is double signing.',
  ],
  commands: [],
  is_end: false,
  counts: 'BLOCKS',
  now: {
    ...{ height: 12_047_811, at: at(-6), in_a_row: 214, in_a_row_exact: true },
    ...{ missed_blocks: 1_240, missed_blocks_exact: true, window: 10_000 },
    ...{ jail_at: at(22_700), jail_at_most: at(22_700) },
  },
  jailed: null,
  ...{ began_at: at(-1_260), status: 'ONGOING', ended_at: null },
  ...{ acknowledged_at: null, acknowledged_via: null, acknowledged_by: null, muted_until: null },
}
const several: readonly Shown[] = [
  missing,
  {
    ...missing,
    id: 999,
    who: 'Tallow & Wick',
    what: 'jailed',
    title: 'Jailed',
    mutes: 'Jailed',
    counts: null,
    now: null,
    began_at: at(-610),
  },
  {
    ...{ ...missing, id: 998, severity: 'WARNING', who: 'harbour-da', what: 'no data for 5 min' },
    ...{
      title: 'No data for 5 minutes',
      mutes: 'No data for 5 minutes',
      counts: null,
      now: null,
      status: 'ENDED',
      began_at: at(-900),
      ended_at: at(-300),
      is_over: true,
    },
  },
]

/** Near jail, and in it. */
const near: Shown = {
  ...{ ...missing, what: 'jail in about 55 min if it keeps missing', title: 'Jail within 1 hour' },
  counts: 'JAIL',
  ...(missing.now && { now: { ...missing.now, jail_at: at(2_490), jail_at_most: at(2_490) } }),
}
const jailed: Shown = {
  ...{ ...near, now: null, status: 'UNKNOWN' },
  jailed: { at: at(-400), until: at(200), forever: false },
}
const vote: Shown = {
  ...{ ...missing, severity: 'WARNING', counts: null, now: null, began_at: at(-600) },
  what: 'has not voted on proposal 29 “Raise the maximum block size to 32 MiB”',
  ...{ title: 'Not voted, 6 hours left', mutes: 'Not voted, 6 hours left' },
  says: [
    'Voting ends Nov 21, 17:00 UTC, in 5 h.',
    'Turnout so far 41.27%, quorum 33.4%.',
    'Yes 72.18%, No 8.67%, No with veto 1.23%, Abstain 17.93%.',
    'Block 12,047,647, Nov 21, 11:50 UTC.',
  ],
  advice: [
    'Vote before the end: yes, no, no_with_veto or abstain. Nothing counts after it.',
    'Vote with: celestia-appd tx gov vote 29 <option> --from <key> --chain-id celestia',
  ],
  commands: ['celestia-appd tx gov vote 29 <option> --from <key> --chain-id celestia'],
}
const ofTokens: Record<string, readonly Shown[]> = {
  'several.link': several,
  'near.link': [near],
  'jailed.link': [jailed],
  'vote.link': [vote],
}

/** What the link of a message shows, once this was said to it; null: it has expired. */
export function answerViewOf(token: string, said: readonly string[]): AlertAnswerView | null {
  if (token === 'old.link') return null
  const isMuted = said.findLast((answer) => answer !== 'ACKNOWLEDGE') === 'MUTE'
  const isSeen = said.some((answer) => answer !== 'UNMUTE') || token === 'used.link'
  const alerts = (ofTokens[token] ?? [missing]).map(
    (one): Shown => ({
      ...one,
      ...(token === 'used.link' ? { status: 'ENDED', ended_at: at(-200), advice: [], now: null } : {}),
      ...(isSeen
        ? { acknowledged_at: at(-240), acknowledged_via: 'SMS', acknowledged_by: 'Robin Ward' }
        : {}),
      ...(isMuted ? { muted_until: at(3_600) } : {}),
    }),
  )
  return {
    ...{ language: 'en', timezone: 'UTC', network: 'Celestia Mainnet', reader: 'Robin Ward' },
    expires_at: at(6.9 * 86_400),
    count: alerts.length,
    alerts,
    waiting: isSeen ? 0 : alerts.length,
    muted: isMuted ? alerts.length : 0,
  }
}
