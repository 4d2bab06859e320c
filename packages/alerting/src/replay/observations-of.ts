import { conditions } from '../catalogue/conditions.data.ts'
import type {
  HeightObservation,
  Observation,
  StateObservation,
  TickObservation,
  ValidatorReading,
} from '../deciding/observation.ts'
import { createPastValidator, type PastValidator } from './past-validator.ts'
import type { ChainRecord, RecordedBlock, RecordedEvent, RecordedSample } from './record.ts'

const epoch = 1
/** A chain has halted when it stands for longer than this and than ten block times (the rule of the network's state). */
const haltedMs = 30_000
const haltedBlocks = 10

/** Ages at which a halted network is looked at. */
const haltAges = conditions
  .filter(({ subject }) => subject === 'halted')
  .flatMap(({ threshold }) => (threshold === null ? [] : [threshold * 1000]))

type Moment =
  | { at: number; block: RecordedBlock }
  | { at: number; sample: RecordedSample }
  | { at: number; event: RecordedEvent }

/** What is kept, as the observations that it was made of: nothing in it rests on one source alone. */
export function* observationsOf(record: ChainRecord): Generator<Observation> {
  const blockSeconds = medianSeconds(record.blocks)
  const past = record.validator ? createPastValidator(record.validator, blockSeconds) : null
  let last: RecordedBlock | null = null
  let seq = 0
  const moments = momentsOf(record)
  const [first] = moments
  // What is ever seen first tells nobody: without it the first event would be that.
  if (past && first) {
    seq += 1
    yield stateOf(past, { seq, at: first.at - 1, height: null, events: [], blockSeconds })
  }
  for (const moment of moments) {
    if ('block' in moment) {
      yield* ticksBetween(last, moment.block, blockSeconds)
      last = moment.block
      past?.block(moment.block)
      yield heightOf(moment.block, past)
    } else if (past) {
      seq += 1
      if ('sample' in moment) past.sample(moment.sample)
      else past.event(moment.event)
      const events = 'event' in moment ? [moment.event] : []
      yield stateOf(past, { seq, at: moment.at, height: last?.height ?? null, events, blockSeconds })
    }
  }
}

function momentsOf({ blocks, validator }: ChainRecord): Moment[] {
  const moments: Moment[] = [
    ...blocks.map((block) => ({ at: block.at, block })),
    ...(validator?.samples ?? []).map((sample) => ({ at: sample.at, sample })),
    ...(validator?.events ?? []).map((event) => ({ at: event.chainAt ?? event.at, event })),
  ]
  return moments.sort((a, b) => a.at - b.at)
}

const known = { assurance: 'PROVEN', host: null } as const

function heightOf(block: RecordedBlock, past: PastValidator | null): HeightObservation {
  const { height, at, missedShare, signedShare } = block
  const whole = 10n ** 12n
  const reading = past?.reading() ?? null
  return {
    ...{ kind: 'height', epoch, now: at, height, at, ...known },
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
    ...{ id: null, letter: 'm', inSet: true, bondStatus: 'BOND_STATUS_BONDED' },
    ...{ jailed: false, tombstoned: false, tokens: null, commissionRate: null },
    powerShare: Math.max(0, missedShare - ownShare),
    ...{ missedBlocks: null, window: null, consecutiveMissed: null, consecutiveMissedExact: null },
    secondsToJail: null,
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

/** What a clock would have seen between two neighbouring blocks: that the chain stood still, and for how long. */
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
  const longest = Math.max(haltedMs, haltedBlocks * (blockSeconds ?? 0) * 1000)
  if (after.height !== before.height + 1 || stood <= longest) return
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

/** Median seconds between neighbouring blocks; null without any. */
function medianSeconds(blocks: readonly RecordedBlock[]): number | null {
  const pauses = blocks.flatMap(({ height, at }, index) => {
    const before = blocks[index - 1]
    return before && before.height === height - 1 ? [(at - before.at) / 1000] : []
  })
  return pauses.sort((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? null
}
