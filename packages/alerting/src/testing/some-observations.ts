import { deciding } from '../deciding.ts'
import type {
  AlertingState,
  HeightObservation,
  NetworkReading,
  Observation,
  Outcome,
  StateObservation,
  TickObservation,
  ValidatorReading,
} from '../deciding.ts'

/** Header time of height 0; six seconds a block. */
export const genesis = 1_790_000_000_000
const blockMs = 6_000
export const timeOf = (height: number) => genesis + height * blockMs

/** A validator that signs, of a hundred alike, with a full window of 10,000. */
export function someReading(other: Partial<ValidatorReading> = {}): ValidatorReading {
  return {
    id: 7,
    letter: 's',
    inSet: true,
    bondStatus: 'BOND_STATUS_BONDED',
    jailed: false,
    tombstoned: false,
    tokens: 1_000_000n,
    powerShare: 0.01,
    commissionRate: 0.05,
    missedBlocks: 0,
    window: 10_000,
    consecutiveMissed: 0,
    missedBlocksExact: true,
    consecutiveMissedExact: true,
    secondsToJail: null,
    secondsToJailAtMost: null,
    ...other,
  }
}

export function someHeight(height: number, other: Partial<HeightObservation> = {}): HeightObservation {
  return {
    kind: 'height',
    epoch: 1,
    now: timeOf(height) + 900,
    height,
    at: timeOf(height),
    signedPower: 100n,
    totalPower: 100n,
    assurance: 'PROVEN',
    host: 'rpc.example.org',
    values: [someReading()],
    ...other,
  }
}

export function someState(height: number, other: Partial<StateObservation> = {}): StateObservation {
  return {
    kind: 'state',
    epoch: 1,
    seq: height,
    now: timeOf(height) + 900,
    height,
    at: timeOf(height),
    assurance: 'PROVEN',
    host: 'rpc.example.org',
    values: [someReading()],
    events: [],
    upgrade: null,
    blockSeconds: 6,
    ...other,
  }
}

/** A tick `seconds` after the genesis, of a network that is well. */
export function someTick(
  seconds: number,
  network: Partial<NetworkReading> = {},
  other: Partial<TickObservation> = {},
): TickObservation {
  return {
    kind: 'tick',
    epoch: 1,
    now: genesis + seconds * 1000,
    network: {
      state: 'LIVE',
      headAgeMs: 2_000,
      unseenMs: 0,
      upgrade: null,
      blockSeconds: 6,
      assurance: 'AGREED',
      host: 'rpc.example.org',
      ...network,
    },
    ...other,
  }
}

/** Decides one observation after the other; the state goes through JSON before each where `crash` says so. */
export function decideAll(
  observations: readonly Observation[],
  { from = deciding.begin(1), crash = () => false }: { from?: AlertingState; crash?(): boolean } = {},
): { state: AlertingState; outcomes: Outcome[] } {
  let state = from
  const outcomes: Outcome[] = []
  for (const observation of observations) {
    if (crash()) state = deciding.read(JSON.parse(JSON.stringify(state)))
    const decision = deciding.step(state, observation)
    state = decision.state
    outcomes.push(...decision.outcomes)
  }
  return { state, outcomes }
}

/** "BEGAN 112@5": what was reported of which condition at which height. */
export const lineOf = ({ kind, conditionId, height }: Outcome) => `${kind} ${conditionId}@${height}`

/**
 * Heights with these letters of one validator from `first` on, counted as a chain counts: 's', 'n', 'm', 'p', '-' for
 * not in the set, '?' for a height of which nothing is known.
 */
export function heightsOf(
  letters: string,
  {
    first = 1,
    ...other
  }: { first?: number; reading?: Partial<ValidatorReading> } & Partial<HeightObservation> = {},
): HeightObservation[] {
  const { reading, ...observation } = other
  let consecutiveMissed = 0
  let missedBlocks = 0
  return [...letters].map((letter, index) => {
    consecutiveMissed = letter === 'm' ? consecutiveMissed + 1 : 0
    missedBlocks += Number(letter === 'm')
    const isKnown = letter !== '-' && letter !== '?'
    const value = someReading({
      letter: isKnown ? (letter as 's') : null,
      consecutiveMissed: isKnown ? consecutiveMissed : null,
      missedBlocks,
      ...reading,
    })
    return someHeight(first + index, { values: [value], ...observation })
  })
}
