/** What befalls a simulated bridge; each is a case that a monitor has to distinguish from the others. */
export type BridgeScenario =
  | 'healthy'
  /** Its consensus node freezes after a minute: it goes on pushing. */
  | 'stalled'
  /** Nothing comes from it after a minute. */
  | 'silent'
  /** Its program is started anew every five minutes, and knows no height at first. */
  | 'restarting'
  /** It was away for long, and reads blocks faster than the chain makes them. */
  | 'catching_up'
  /** v0.26.0 to v0.29.1: the gauge of the stored height jumps to the lowest one. */
  | 'head_bug'

/** What a program says of itself; times in Unix ms. */
export interface BridgeOutput {
  /** Counts the starts of the program. */
  run: number
  /** 0: it knows none yet. */
  storeHeight: number
  headHeight: number
  tailHeight: number
  /** For how long its consensus node has given it nothing, ms. */
  stuckMs: number
  /** When it processed its last block. */
  lastBlockAt: number
}

interface ScenarioInput {
  /** Since the simulation began. */
  elapsedMs: number
  now: number
  /** Of the chain. */
  height: number
}

const minute = 60_000
const tail = 1

/** Reports what a bridge says at each push; null: it does not push. */
type ScenarioStep = (moment: ScenarioInput) => BridgeOutput | null

/** `behindAtFirst`: blocks that one which catches up lacks at first. */
export function createScenario(scenario: BridgeScenario, behindAtFirst = 6_000): ScenarioStep {
  let stood: { height: number; at: number } | null = null
  const awake = ({ now, height }: ScenarioInput): BridgeOutput => ({
    run: 0,
    storeHeight: height,
    headHeight: height,
    tailHeight: tail,
    stuckMs: 0,
    lastBlockAt: now,
  })

  const scenarios: Readonly<Record<BridgeScenario, ScenarioStep>> = {
    healthy: awake,
    stalled(moment) {
      const sinceMs = (moment.elapsedMs % (30 * minute)) - minute
      if (sinceMs < 0) stood = null
      else stood ??= { height: moment.height, at: moment.now }
      if (stood === null) return awake(moment)
      const { height, at } = stood
      return { ...awake(moment), storeHeight: height, headHeight: height, stuckMs: sinceMs, lastBlockAt: at }
    },
    silent: (moment) => (moment.elapsedMs % (30 * minute) < minute ? awake(moment) : null),
    restarting(moment) {
      const [run, intoMs] = [Math.floor(moment.elapsedMs / (5 * minute)), moment.elapsedMs % (5 * minute)]
      const knows = run === 0 || intoMs >= 10_000
      return { ...awake(moment), run, ...(knows ? {} : { storeHeight: 0, headHeight: 0 }) }
    },
    catching_up(moment) {
      const [run, intoMs] = [Math.floor(moment.elapsedMs / (40 * minute)), moment.elapsedMs % (40 * minute)]
      const perRound = Math.ceil(behindAtFirst / 150)
      const behind = Math.max(0, behindAtFirst - perRound * Math.floor(intoMs / 10_000))
      const height = Math.max(1, moment.height - behind)
      return { ...awake(moment), run, storeHeight: height, headHeight: height }
    },
    head_bug(moment) {
      const flips = Math.floor(moment.elapsedMs / 10_000) % 2 === 1
      return { ...awake(moment), storeHeight: flips ? tail : moment.height, tailHeight: 0 }
    },
  }
  return scenarios[scenario]
}
