import type { ChainWorld } from '../chain/chain-world.ts'
import { chance, createRandomStream, mix, type RandomStream } from '../chain/random.ts'
import type { VoteChoice, VoteEvent } from './governance-event.ts'
import { type ProposalRecord, VOTING_PERIOD } from './governance-state.ts'
import type { Mood } from './moods.data.ts'

/** A vote as x/gov keeps it. */
export interface Ballot {
  /** Place of the validator in the roster; its operator's account votes. */
  readonly index: number
  readonly at: number
  readonly options: readonly WeightedChoice[]
}

export interface WeightedChoice {
  readonly choice: VoteChoice
  /** As the message has it: `0.7`; one that is not weighted is stored with 18 places. */
  readonly weight: string
}

export const WHOLE = '1.000000000000000000'
/** Of those who could vote, some never do, whatever it is about. */
const NEVER = 0.07
const WEIGHTED = 0.05
const SECOND_THOUGHTS = 0.03

/** The votes on a proposal that are in the store after a block, by place in the roster. */
export function ballotsAt(
  world: ChainWorld,
  proposal: ProposalRecord,
  height: number,
): ReadonlyMap<number, Ballot> {
  const there = new Map<number, Ballot>()
  if (proposal.status !== VOTING_PERIOD) return there
  for (const ballot of naturalBallots(world, proposal)) {
    if (ballot.at > height) break
    there.set(ballot.index, ballot)
  }
  for (const event of world.votesOn(proposal.id)) {
    if (event.at < proposal.countsFrom || event.at > height) continue
    const ballot = ballotOf(world, event)
    if ((there.get(ballot.index)?.at ?? 0) <= event.at) there.set(ballot.index, ballot)
  }
  return there
}

/** The same events give the same ballots, which are encoded once. */
const scripted = new WeakMap<VoteEvent, Ballot>()

function ballotOf(world: ChainWorld, event: VoteEvent): Ballot {
  const known = scripted.get(event)
  if (known !== undefined) return known
  const weights = Object.entries(event.weights ?? {}) as [VoteChoice, string][]
  const options =
    weights.length === 0
      ? [{ choice: event.option ?? 'yes', weight: WHOLE }]
      : weights.map(([choice, weight]) => ({ choice, weight }))
  const ballot = { index: world.indexOf(event.validator), at: event.at, options }
  scripted.set(event, ballot)
  return ballot
}

/** A record is never changed, so what is voted on it is drawn once. */
const drawn = new WeakMap<ProposalRecord, readonly Ballot[]>()

/** In order of height. */
function naturalBallots(world: ChainWorld, proposal: ProposalRecord): readonly Ballot[] {
  const known = drawn.get(proposal)
  if (known !== undefined) return known
  const { mood, start } = proposal.draft
  const ballots = mood === null ? [] : drawBallots(world, proposal, mood, start)
  drawn.set(proposal, ballots)
  return ballots
}

function drawBallots(world: ChainWorld, proposal: ProposalRecord, mood: Mood, start: number): Ballot[] {
  const blocks = Math.max(1, Math.floor(proposal.countsForMs / world.blockTimeMs) - 2)
  const round = proposal.draft.expedited === proposal.expedited ? 1 : 2
  const ballots: Ballot[] = []
  for (const index of world.voters) {
    if (chance(world.votersStart, index) < NEVER) continue
    const random = createRandomStream(mix(start, round, index))
    if (random.next() >= mood.turnout) continue
    const when = random.next() < 0.08 ? 0.95 + 0.05 * random.next() : random.next() ** 1.4
    const at = proposal.countsFrom + 1 + Math.floor(when * blocks)
    ballots.push({ index, at, options: optionsOf(random, mood) })
    if (random.next() >= SECOND_THOUGHTS) continue
    const later = at + Math.ceil(random.next() * 0.5 * blocks)
    ballots.push({ index, at: later, options: optionsOf(random, mood) })
  }
  return ballots.sort((a, b) => a.at - b.at)
}

function optionsOf(random: RandomStream, mood: Mood): WeightedChoice[] {
  const choice = choiceOf(random.next(), mood)
  if (random.next() >= WEIGHTED) return [{ choice, weight: WHOLE }]
  const other = choice === 'abstain' ? 'no' : 'abstain'
  return [
    { choice, weight: '0.700000000000000000' },
    { choice: other, weight: '0.300000000000000000' },
  ]
}

function choiceOf(roll: number, { yes, abstain, no }: Mood): VoteChoice {
  if (roll < yes) return 'yes'
  if (roll < yes + abstain) return 'abstain'
  return roll < yes + abstain + no ? 'no' : 'no_with_veto'
}
