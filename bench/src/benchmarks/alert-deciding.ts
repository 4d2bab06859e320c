import { catalogue } from '@roundsman/alerting/catalogue'
import {
  type AlertingState,
  deciding,
  type HeightObservation,
  type StateObservation,
  type ValidatorReading,
} from '@roundsman/alerting/deciding'
import type { Benchmark } from '../benchmark.ts'
import { quantile } from '../quantile.ts'

const networks = 10
const validators = 150
const blocks = 600
/** Blocks between two states. */
const everyBlocks = 4
/** Of a hundred validators in a block. */
const missing = 2

/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

function readingsAt(
  before: readonly ValidatorReading[],
  random: () => number,
  stake: boolean,
): ValidatorReading[] {
  return before.map((reading) => {
    // Who misses goes on missing for a while.
    const chance = reading.letter === 'm' ? 0.7 : missing / 100
    const isMissed = random() < chance
    const moved = stake && random() < 0.1
    return {
      ...reading,
      letter: isMissed ? 'm' : 's',
      consecutiveMissed: isMissed ? (reading.consecutiveMissed ?? 0) + 1 : 0,
      missedBlocks: Math.max(0, (reading.missedBlocks ?? 0) + (isMissed ? 1 : 0) - (random() < 0.02 ? 1 : 0)),
      secondsToJail: isMissed ? 50_000 : null,
      secondsToJailAtMost: isMissed ? 50_000 : null,
      ...(moved && { tokens: (reading.tokens ?? 0n) + BigInt(Math.round((random() - 0.5) * 10 ** 6)) }),
    }
  })
}

const first = (id: number): ValidatorReading => ({
  id,
  letter: 's',
  inSet: true,
  bondStatus: 'BOND_STATUS_BONDED',
  jailed: false,
  tombstoned: false,
  tokens: 10n ** 12n + BigInt(id),
  powerShare: 1 / validators,
  commissionRate: 0.05,
  missedBlocks: 0,
  window: 10_000,
  consecutiveMissed: 0,
  missedBlocksExact: true,
  consecutiveMissedExact: true,
  secondsToJail: null,
  secondsToJailAtMost: null,
})

type Step = HeightObservation | StateObservation

/** A history of one network, made before the clock starts. */
function historyOf(seed: number): Step[] {
  const random = createRandom(seed)
  const known = { epoch: 1, assurance: 'PROVEN', host: 'rpc.example.org' } as const
  let readings = Array.from({ length: validators }, (_, index) => first(index + 1))
  return Array.from({ length: blocks }, (_, index): Step[] => {
    const height = index + 1
    const at = 1_790_000_000_000 + height * 6_000
    const isState = index % everyBlocks === 0
    readings = readingsAt(readings, random, isState)
    const values = readings
    const block: Step = {
      kind: 'height',
      ...known,
      now: at,
      height,
      at,
      signedPower: 97n,
      totalPower: 100n,
      values,
    }
    if (!isState) return [block]
    const change = { seq: height, height, at, now: at, values, events: [], upgrade: null, blockSeconds: 6 }
    return [block, { kind: 'state', ...known, ...change }]
  }).flat()
}

/** What one would write without a state: every threshold of the windows and runs against every validator. */
function plainLoop(values: readonly (ValidatorReading | null)[]): number {
  let found = 0
  for (const reading of values) {
    if (reading === null) continue
    for (const { subject, threshold } of catalogue.conditions) {
      if (threshold === null) continue
      if (subject === 'missed_in_a_row' && (reading.consecutiveMissed ?? 0) >= threshold) found += 1
      if (subject === 'window_missed' && (reading.missedBlocks ?? 0) > (1 - threshold) * 10_000) found += 1
      if (subject === 'jail_near' && (reading.secondsToJail ?? Infinity) <= threshold) found += 1
    }
  }
  return found
}

export const alertDeciding: Benchmark = {
  name: 'alert-deciding',
  question: `What does it cost to decide the conditions of ${networks} networks of ${validators} validators, for each block?`,
  baseline: {
    what: 'a loop that compares each threshold about misses with each validator, and remembers nothing',
    command: 'npm run bench -- --only alert-deciding',
  },
  async run() {
    const histories = Array.from({ length: networks }, (_, index) => historyOf(index + 1))
    const states: AlertingState[] = histories.map(() => deciding.begin(1))
    const cost = { height: [] as number[], state: [] as number[], loop: [] as number[] }
    const totals = { outcomes: 0, rows: 0, bytes: 0, found: 0, processor: 0 }
    for (const [place, history] of histories.entries()) {
      for (const observation of history) {
        const state = states[place] ?? deciding.begin(1)
        const before = process.cpuUsage()
        const started = performance.now()
        const decision = deciding.step(state, observation)
        cost[observation.kind].push(performance.now() - started)
        const { user, system } = process.cpuUsage(before)
        totals.processor += user + system
        states[place] = decision.state
        totals.outcomes += decision.outcomes.length
        if (observation.kind === 'height' && observation.height > 1) {
          totals.rows += decision.touched.length
          for (const key of decision.touched)
            totals.bytes += JSON.stringify(decision.state.targets[key] ?? null).length
          const began = performance.now()
          totals.found += plainLoop(observation.values)
          cost.loop.push(performance.now() - began)
        }
      }
    }
    const whole = JSON.stringify(states[0]).length
    const all = networks * blocks
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
    const [height, loop] = [sum(cost.height) / all, sum(cost.loop) / cost.loop.length]
    return {
      figures: [
        { name: 'one block of one network, mean', value: height * 1000, unit: 'µs' },
        { name: 'one block of one network, p99', value: quantile(cost.height, 0.99) * 1000, unit: 'µs' },
        {
          name: 'one state of one network, mean',
          value: (sum(cost.state) / cost.state.length) * 1000,
          unit: 'µs',
        },
        { name: 'processor time per block with its states', value: totals.processor / all, unit: 'µs' },
        { name: 'of it for all ten networks', value: (totals.processor * networks) / all / 1000, unit: 'ms' },
        { name: 'plain loop over one block', value: loop * 1000, unit: 'µs' },
        { name: 'rows that a block changes', value: totals.rows / all, unit: 'rows' },
        { name: 'of JSON', value: totals.bytes / all / 1024, unit: 'KiB' },
        { name: 'state of one network as JSON', value: whole / 1024, unit: 'KiB' },
        { name: 'reported per block', value: totals.outcomes / all, unit: 'outcomes' },
      ],
      ratios: [{ name: 'ours to the plain loop, per block', value: height / loop, unit: 'x' }],
      remarks: [
        `${catalogue.conditions.length} conditions, ${validators} validators of which about ${missing}% begin to miss in a block and go on for three; a state every ${everyBlocks} blocks.`,
        `The loop would have fired ${totals.found} times, ours reported ${totals.outcomes}: it remembers nothing.`,
      ],
    }
  },
}
