import { blockTimeOf } from '@roundsman/contract/networks/block-time'
import { blocksToJail, type WindowBits } from '@roundsman/contract/networks/time-to-jail'
import { haltedAfterMs } from '@roundsman/contract/networks/validators'
import { conditions } from '../catalogue/conditions.data.ts'
import type {
  HeightObservation,
  Observation,
  StateObservation,
  TickObservation,
  ValidatorReading,
} from '../deciding/observation.ts'
import type { ChainRecord, RecordedBlock, RecordedEvent, RecordedSample } from './record.ts'

const epoch = 1

/** Ages at which a halted network is looked at. */
const haltAges = conditions
  .filter(({ subject }) => subject === 'halted')
  .flatMap(({ threshold }) => (threshold === null ? [] : [threshold * 1000]))

type RecordedItem =
  | { at: number; block: RecordedBlock }
  | { at: number; sample: RecordedSample }
  | { at: number; event: RecordedEvent }

/** What is kept, as the observations that it was made of: nothing in it rests on one source alone. */
export function* observationsOf(record: ChainRecord): Generator<Observation> {
  const blockSeconds = blockTimeOf(
    record.blocks.map(({ height }) => height),
    record.blocks.map(({ at }) => at),
  )
  const cut = cutStreak(record.blocks)
  const past = record.validator ? createPastValidator(record.validator, { blockSeconds, cut }) : null
  let last: RecordedBlock | null = null
  let seq = 0
  const items = itemsOf(record)
  const [first] = items
  // What is ever seen first reports nothing: without it the first event would be that.
  if (past && first) {
    seq += 1
    yield stateOf(past, { seq, at: first.at - 1, height: null, events: [], blockSeconds })
  }
  for (const item of items) {
    if ('block' in item) {
      yield* ticksBetween(last, item.block, blockSeconds)
      last = item.block
      past?.block(item.block)
      yield heightOf(item.block, past)
    } else if (past) {
      seq += 1
      if ('sample' in item) past.sample(item.sample)
      else past.event(item.event)
      const events = 'event' in item ? [item.event] : []
      yield stateOf(past, { seq, at: item.at, height: last?.height ?? null, events, blockSeconds })
    }
  }
}

/** Missed blocks that the record begins with: how many there were before them nobody knows. */
function cutStreak(blocks: readonly RecordedBlock[]): number {
  const first = blocks.findIndex(({ letter }) => letter !== 'm')
  return first === -1 ? blocks.length : first
}

function itemsOf({ blocks, validator }: ChainRecord): RecordedItem[] {
  const items: RecordedItem[] = [
    ...blocks.map((block) => ({ at: block.at, block })),
    ...(validator?.samples ?? []).map((sample) => ({ at: sample.at, sample })),
    ...(validator?.events ?? []).map((event) => ({ at: event.chainAt ?? event.at, event })),
  ]
  return items.sort((a, b) => a.at - b.at)
}

const known = { assurance: 'PROVEN', host: null } as const

function heightOf(block: RecordedBlock, past: PastValidator | null): HeightObservation {
  const { height, at, missedShare, signedShare } = block
  const whole = 10n ** 12n
  const reading = past?.reading() ?? null
  return {
    kind: 'height',
    epoch,
    now: at,
    height,
    at,
    ...known,
    signedPower: signedShare === null ? null : BigInt(Math.round(signedShare * 1e12)),
    totalPower: signedShare === null ? null : whole,
    values: [reading && shareWithin(missedShare, reading), othersThatMissed(missedShare, reading)],
  }
}

/**
 * The share is that of the last sample, which may be of another set than the block's: what missed a block is never
 * more than the block says, or a growing share would look like trouble of the network.
 */
function shareWithin(missedShare: number | null, reading: ValidatorReading): ValidatorReading {
  const { letter, powerShare } = reading
  if (letter !== 'm' || missedShare === null || powerShare === null) return reading
  return { ...reading, powerShare: Math.min(powerShare, missedShare) }
}

/** Everybody else who missed the block, as one: nothing is decided of them, but the network may be in trouble. */
function othersThatMissed(
  missedShare: number | null,
  own: ReturnType<PastValidator['reading']> | null,
): HeightObservation['values'][number] {
  if (missedShare === null) return null
  const ownShare = own?.letter === 'm' ? (own.powerShare ?? 0) : 0
  return {
    id: null,
    letter: 'm',
    inSet: true,
    bondStatus: 'BOND_STATUS_BONDED',
    jailed: false,
    tombstoned: false,
    tokens: null,
    commissionRate: null,
    powerShare: Math.max(0, missedShare - ownShare),
    missedBlocks: null,
    missedBlocksExact: null,
    window: null,
    consecutiveMissed: null,
    consecutiveMissedExact: null,
    secondsToJail: null,
    secondsToJailAtMost: null,
  }
}

function stateOf(
  past: PastValidator,
  of: Pick<StateObservation, 'seq' | 'at' | 'height' | 'blockSeconds'> & { events: readonly RecordedEvent[] },
): StateObservation {
  const events = of.events.map((event) => ({ ...event, ...known, validatorId: past.reading().id }))
  return {
    kind: 'state',
    epoch,
    now: of.at,
    ...known,
    ...of,
    events,
    values: [past.reading()],
    upgrade: undefined,
  }
}

/** What a clock would have seen between two neighboring blocks: that the chain stood still, and for how long. */
function* ticksBetween(
  before: RecordedBlock | null,
  after: RecordedBlock,
  blockSeconds: number | null,
): Generator<TickObservation> {
  if (before === null) {
    yield tick(after.at - 1, 'LIVE', 0, blockSeconds)
    return
  }
  const stood = after.at - before.at
  if (after.height !== before.height + 1 || stood <= haltedAfterMs(blockSeconds)) return
  for (const age of haltAges) if (age <= stood) yield tick(before.at + age, 'HALTED', age, blockSeconds)
  yield tick(after.at, 'LIVE', 0, blockSeconds)
}

function tick(
  now: number,
  state: 'LIVE' | 'HALTED',
  headAgeMs: number,
  blockSeconds: number | null,
): TickObservation {
  const network = { state, headAgeMs, unseenMs: 0, upgrade: undefined, blockSeconds, ...known }
  return { kind: 'tick', epoch, now, network }
}

type Kept = NonNullable<ChainRecord['validator']>

/** One validator as it was, moved on by what is kept of it. */
interface PastValidator {
  reading(): ValidatorReading
  block(block: RecordedBlock): void
  sample(sample: RecordedSample): void
  event(event: RecordedEvent): void
}

/** The id that it has in a replay: nobody else is in it. */
export const replayedId = 1

const bondStatuses: Partial<Record<string, ValidatorReading['bondStatus']>> = {
  bonded: 'BOND_STATUS_BONDED',
  unbonding: 'BOND_STATUS_UNBONDING',
  unbonded: 'BOND_STATUS_UNBONDED',
}

const notNearJail = { secondsToJail: null, secondsToJailAtMost: null }

/**
 * Where the letters do not fill the window, the misses are those of the last sample. A streak that the record cuts at its
 * beginning is as long from its first block on as it is at its end: when it reached which threshold, nobody knows.
 */
function createPastValidator(
  kept: Kept,
  { blockSeconds, cut }: { blockSeconds: number | null; cut: number },
): PastValidator {
  const { window, maxMissed } = kept
  const count = createWindowCount(window)
  let reading: ValidatorReading = firstReading(kept)
  let sampled: number | null = null
  let isCut = cut > 0

  function toJail(missed: number | null): Pick<ValidatorReading, 'secondsToJail' | 'secondsToJailAtMost'> {
    const bits = missed === null ? null : count.bits(missed)
    if (bits === null || window === null || maxMissed === null || blockSeconds === null) return notNearJail
    // A start height is not kept.
    const blocks = blocksToJail({ bits, since: [], window, maxMissed, untilJudged: 0 })
    if (blocks === null) return notNearJail
    return {
      secondsToJail: blocks.atLeast * blockSeconds,
      secondsToJailAtMost: blocks.atMost * blockSeconds,
    }
  }

  return {
    reading: () => reading,
    block({ letter }) {
      const isMissed = letter === 'm'
      if (letter !== null) count.vote(isMissed)
      const missedBlocks = count.missed() ?? sampled
      isCut &&= isMissed
      const run = isMissed ? (reading.consecutiveMissed ?? 0) + 1 : 0
      reading = {
        ...reading,
        letter,
        missedBlocks,
        inSet: letter !== null,
        consecutiveMissed: letter === null ? null : isCut ? cut : run,
        ...(isMissed ? toJail(missedBlocks) : notNearJail),
      }
    },
    sample({ uptime, tokens, powerShare, commissionRate }) {
      sampled = uptime === null || window === null ? null : Math.round((1 - uptime) * window)
      reading = {
        ...reading,
        powerShare,
        commissionRate,
        tokens: tokens === null ? null : BigInt(Math.round(tokens)),
        missedBlocks: count.missed() ?? sampled,
      }
    },
    event({ kind, after }) {
      const bondStatus = bondStatuses[kind]
      if (kind === 'jailed') count.clear()
      reading = {
        ...reading,
        ...(kind === 'jailed' && { jailed: true, missedBlocks: count.missed() }),
        ...(kind === 'unjailed' && { jailed: false }),
        ...(kind === 'tombstoned' && { tombstoned: true }),
        ...(bondStatus && { bondStatus }),
        ...(kind === 'commission_changed' && after !== null && { commissionRate: Number(after) }),
      }
    },
  }
}

/** As it was before the first event, which says what was. */
function firstReading({ events, present, window }: Kept): ValidatorReading {
  const first = (kinds: readonly string[]) => events.find(({ kind }) => kinds.includes(kind))
  const jailing = first(['jailed', 'unjailed'])
  const bond = first(['bonded', 'unbonding', 'unbonded'])
  const commission = first(['commission_changed'])
  return {
    id: replayedId,
    letter: null,
    inSet: false,
    bondStatus: bond ? statusOf(bond.before) : present.bondStatus,
    jailed: jailing ? jailing.kind === 'unjailed' : present.jailed,
    tombstoned: first(['tombstoned']) ? false : present.tombstoned,
    tokens: null,
    powerShare: null,
    commissionRate: commission?.before == null ? present.commissionRate : Number(commission.before),
    missedBlocks: null,
    missedBlocksExact: null,
    window,
    consecutiveMissed: null,
    consecutiveMissedExact: null,
    secondsToJail: null,
    secondsToJailAtMost: null,
  }
}

function statusOf(text: string | null): ValidatorReading['bondStatus'] {
  return Object.values(bondStatuses).find((status) => status === text) ?? null
}

/** Missed blocks of the window as x/slashing counts them, as far as letters show. */
interface WindowCount {
  vote(isMissed: boolean): void
  /** A jailing clears the window: from then on everything is known. */
  clear(): void
  /** null: the window is not filled by letters that are known. */
  missed(): number | null
  /** Of `missed` blocks of the window those that letters show; null without a window. */
  bits(missed: number): WindowBits | null
}

export function createWindowCount(window: number | null): WindowCount {
  const votes: boolean[] = []
  let next = 0
  let missed = 0
  let isKnown = false

  return {
    vote(isMissed) {
      if (window === null) return
      if (votes.length >= window) missed -= Number(votes[next] === true)
      votes[next] = isMissed
      missed += Number(isMissed)
      next = (next + 1) % window
      isKnown ||= votes.length >= window
    },
    clear() {
      votes.length = 0
      next = 0
      missed = 0
      isKnown = true
    },
    missed: () => (window !== null && isKnown ? missed : null),
    bits(all) {
      if (window === null) return null
      const length = isKnown ? votes.length : window
      const knownFrom = length - votes.length
      // A sample that says fewer than the letters is older than they are.
      const total = Math.min(length, Math.max(all, missed))
      const isMissed = (place: number) => votes[(next + place - knownFrom) % votes.length] === true
      return { length, knownFrom, missedAt: { size: missed, has: isMissed }, missed: total }
    },
  }
}
