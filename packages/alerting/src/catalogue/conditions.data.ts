import type { Condition, Severity, Subject } from './condition.ts'

const minute = 60
const hour = 3_600
const day = 86_400

/** What ends is reported, but nobody is woken for it. */
const level = (began: Severity): Condition['severity'] => ({ FALSE_TO_TRUE: began, TRUE_TO_FALSE: 'INFO' })
const event = (severity: Severity): Condition['severity'] => ({
  FALSE_TO_TRUE: severity,
  TRUE_TO_FALSE: null,
})

const plain = {
  threshold: null,
  unit: null,
  windowSeconds: null,
  holdSeconds: 0,
  margin: 0,
  cleanBlocks: 0,
  heldBack: false,
} as const

const uptime = { ...plain, type: 'UPTIME', targetType: 'VALIDATOR', cleanBlocks: 10, heldBack: true } as const
const validator = { ...plain, targetType: 'VALIDATOR' } as const
const bridge = { ...plain, targetType: 'BRIDGE' } as const
const network = { ...plain, type: 'NETWORK', targetType: 'ANY' } as const

/** The fraction of the whole window that is signed. It ends a tenth of the allowed misses below the line. */
const windowMissed = (id: number, signed: number, severity: Severity): Condition => ({
  ...uptime,
  id,
  subject: 'window_missed',
  threshold: signed,
  unit: 'FRACTION',
  comparison: 'BELOW',
  margin: Number(((1 - signed) / 10).toFixed(6)),
  severity: level(severity),
})

const missedInARow = (id: number, blocks: number, severity: Severity): Condition => ({
  ...uptime,
  id,
  subject: 'missed_in_a_row',
  threshold: blocks,
  unit: 'BLOCKS',
  comparison: 'ABOVE',
  cleanBlocks: blocks === 1 ? 3 : Math.max(10, 2 * blocks),
  severity: level(severity),
})

const jailNear = (id: number, seconds: number, severity: Severity): Condition => ({
  ...uptime,
  id,
  subject: 'jail_near',
  threshold: seconds,
  unit: 'SECONDS',
  comparison: 'BELOW',
  severity: level(severity),
})

function stakeChange(
  id: number,
  subject: Extract<Subject, 'stake_fell' | 'stake_rose'>,
  [fraction, seconds]: [number, number],
  severity: Severity,
): Condition {
  return {
    ...validator,
    type: 'VOTING_POWER',
    id,
    subject,
    threshold: fraction,
    unit: 'FRACTION',
    comparison: 'CHANGED',
    windowSeconds: seconds,
    severity: event(severity),
  }
}

const powerShare = (id: number, share: number, severity: Severity): Condition => ({
  ...validator,
  type: 'VOTING_POWER',
  id,
  subject: 'power_share',
  threshold: share,
  unit: 'FRACTION',
  comparison: 'ABOVE',
  margin: share / 50,
  severity: level(severity),
})

const commissionAbove = (id: number, rate: number, severity: Severity): Condition => ({
  ...validator,
  type: 'COMISSION',
  id,
  subject: 'commission_above',
  threshold: rate,
  unit: 'FRACTION',
  comparison: 'ABOVE',
  severity: level(severity),
})

const noUpdate = (id: number, seconds: number, severity: Severity): Condition => ({
  ...bridge,
  type: 'OTEL_UPDATE',
  id,
  subject: 'no_update',
  threshold: seconds,
  unit: 'SECONDS',
  comparison: 'ABOVE',
  severity: level(severity),
})

/** Bridges fall behind for a moment all the time; only what lasts counts. */
const lagging = (id: number, blocks: number, severity: Severity): Condition => ({
  ...bridge,
  type: 'SYNC_STATUS',
  id,
  subject: 'lagging',
  threshold: blocks,
  unit: 'BLOCKS',
  comparison: 'ABOVE',
  holdSeconds: minute,
  margin: blocks / 2,
  severity: level(severity),
})

const halted = (id: number, seconds: number, severity: Severity): Condition => ({
  ...network,
  id,
  subject: 'halted',
  threshold: seconds,
  unit: 'SECONDS',
  comparison: 'ABOVE',
  severity: level(severity),
})

const upgradeNear = (id: number, seconds: number, severity: Severity): Condition => ({
  ...network,
  id,
  subject: 'upgrade_near',
  threshold: seconds,
  unit: 'SECONDS',
  comparison: 'BELOW',
  margin: seconds / 10,
  severity: level(severity),
})

const unseen = (id: number, seconds: number, severity: Severity): Condition => ({
  ...network,
  id,
  subject: 'unseen',
  threshold: seconds,
  unit: 'SECONDS',
  comparison: 'ABOVE',
  severity: level(severity),
})

const ofProposals = { ...plain, type: 'GOVERNANCE', targetType: 'ANY', comparison: 'IS' } as const
const ofVoters = { ...plain, type: 'GOVERNANCE', targetType: 'VALIDATOR' } as const

const notVoted = (id: number, seconds: number, severity: Severity): Condition => ({
  ...ofVoters,
  id,
  subject: 'not_voted',
  threshold: seconds,
  unit: 'SECONDS',
  comparison: 'BELOW',
  severity: level(severity),
})

const notSignalled = (id: number, share: number, severity: Severity): Condition => ({
  ...ofVoters,
  id,
  subject: 'not_signalled',
  threshold: share,
  unit: 'FRACTION',
  comparison: 'ABOVE',
  severity: level(severity),
})

/** Every condition. An id is for ever: what is not wanted any more leaves a hole. */
export const conditions: readonly Condition[] = [
  windowMissed(101, 0.999, 'INFO'),
  windowMissed(102, 0.99, 'WARNING'),
  windowMissed(103, 0.95, 'WARNING'),
  windowMissed(104, 0.9, 'CRITICAL'),
  windowMissed(105, 0.75, 'CRITICAL'),
  windowMissed(106, 0.5, 'CRITICAL'),
  missedInARow(111, 1, 'INFO'),
  missedInARow(112, 3, 'WARNING'),
  missedInARow(113, 5, 'WARNING'),
  missedInARow(114, 10, 'CRITICAL'),
  missedInARow(115, 50, 'CRITICAL'),
  jailNear(121, day, 'WARNING'),
  jailNear(122, 6 * hour, 'CRITICAL'),
  jailNear(123, hour, 'CRITICAL'),
  {
    ...validator,
    id: 201,
    type: 'JAILED',
    subject: 'jailed',
    comparison: 'IS',
    severity: level('CRITICAL'),
  },
  {
    ...validator,
    id: 301,
    type: 'TOMBSTONED',
    subject: 'tombstoned',
    comparison: 'IS',
    severity: event('CRITICAL'),
  },
  {
    ...validator,
    id: 401,
    type: 'BONDED',
    subject: 'bonded',
    comparison: 'IS',
    severity: { FALSE_TO_TRUE: 'INFO', TRUE_TO_FALSE: 'CRITICAL' },
  },
  stakeChange(501, 'stake_fell', [0.01, hour], 'INFO'),
  stakeChange(502, 'stake_fell', [0.05, hour], 'WARNING'),
  stakeChange(503, 'stake_fell', [0.1, hour], 'WARNING'),
  stakeChange(504, 'stake_fell', [0.25, hour], 'CRITICAL'),
  stakeChange(505, 'stake_fell', [0.01, day], 'INFO'),
  stakeChange(506, 'stake_fell', [0.05, day], 'WARNING'),
  stakeChange(507, 'stake_fell', [0.1, day], 'WARNING'),
  stakeChange(508, 'stake_fell', [0.25, day], 'CRITICAL'),
  stakeChange(511, 'stake_rose', [0.01, hour], 'INFO'),
  stakeChange(512, 'stake_rose', [0.05, hour], 'INFO'),
  stakeChange(513, 'stake_rose', [0.1, hour], 'INFO'),
  stakeChange(514, 'stake_rose', [0.25, hour], 'INFO'),
  stakeChange(515, 'stake_rose', [0.01, day], 'INFO'),
  stakeChange(516, 'stake_rose', [0.05, day], 'INFO'),
  stakeChange(517, 'stake_rose', [0.1, day], 'INFO'),
  stakeChange(518, 'stake_rose', [0.25, day], 'INFO'),
  {
    ...validator,
    id: 521,
    type: 'VOTING_POWER',
    subject: 'slashed',
    comparison: 'CHANGED',
    severity: event('CRITICAL'),
  },
  powerShare(531, 0.05, 'INFO'),
  powerShare(532, 0.1, 'INFO'),
  powerShare(533, 0.33, 'CRITICAL'),
  {
    ...validator,
    id: 601,
    type: 'COMISSION',
    subject: 'commission_raised',
    comparison: 'CHANGED',
    severity: event('WARNING'),
  },
  {
    ...validator,
    id: 602,
    type: 'COMISSION',
    subject: 'commission_lowered',
    comparison: 'CHANGED',
    severity: event('INFO'),
  },
  commissionAbove(611, 0.05, 'INFO'),
  commissionAbove(612, 0.1, 'INFO'),
  commissionAbove(613, 0.2, 'WARNING'),
  commissionAbove(614, 0.5, 'WARNING'),
  noUpdate(701, minute, 'INFO'),
  noUpdate(702, 5 * minute, 'WARNING'),
  noUpdate(703, 15 * minute, 'CRITICAL'),
  lagging(801, 10, 'INFO'),
  lagging(802, 50, 'WARNING'),
  lagging(803, 100, 'CRITICAL'),
  {
    ...bridge,
    id: 811,
    type: 'SYNC_STATUS',
    subject: 'stalled',
    comparison: 'ABOVE',
    threshold: 5 * minute,
    unit: 'SECONDS',
    severity: level('CRITICAL'),
  },
  halted(901, minute, 'WARNING'),
  halted(902, 5 * minute, 'CRITICAL'),
  halted(903, 15 * minute, 'CRITICAL'),
  {
    ...network,
    id: 911,
    subject: 'low_power',
    comparison: 'BELOW',
    threshold: 0.8,
    unit: 'FRACTION',
    holdSeconds: 30,
    margin: 0.02,
    severity: level('WARNING'),
  },
  {
    ...network,
    id: 912,
    subject: 'low_power',
    comparison: 'BELOW',
    threshold: 0.7,
    unit: 'FRACTION',
    margin: 0.02,
    severity: level('CRITICAL'),
  },
  upgradeNear(920, 7 * day, 'INFO'),
  upgradeNear(921, day, 'INFO'),
  upgradeNear(922, hour, 'WARNING'),
  unseen(931, 5 * minute, 'WARNING'),
  // Of what else happens meanwhile nobody is told: by then a phone is to ring.
  unseen(932, 15 * minute, 'CRITICAL'),
  { ...ofProposals, id: 1001, subject: 'proposal_voting', severity: event('INFO') },
  { ...ofProposals, id: 1002, subject: 'upgrade_proposal_voting', severity: event('WARNING') },
  { ...ofProposals, id: 1011, subject: 'proposal_passed', severity: event('INFO') },
  { ...ofProposals, id: 1012, subject: 'proposal_rejected', severity: event('INFO') },
  { ...ofProposals, id: 1013, subject: 'proposal_failed', severity: event('INFO') },
  { ...ofProposals, id: 1021, subject: 'signalling_began', severity: event('INFO') },
  { ...ofProposals, id: 1022, subject: 'upgrade_scheduled', severity: event('WARNING') },
  notVoted(1101, 3 * day, 'INFO'),
  notVoted(1102, day, 'WARNING'),
  notVoted(1103, 6 * hour, 'WARNING'),
  notVoted(1104, hour, 'CRITICAL'),
  { ...ofVoters, id: 1111, subject: 'voted', comparison: 'IS', severity: event('INFO') },
  notSignalled(1121, 0.5, 'WARNING'),
  // Just below five sixths, which the module needs to be reached.
  notSignalled(1122, 0.833333, 'CRITICAL'),
]
