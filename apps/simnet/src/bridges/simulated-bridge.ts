import { type BridgeScenario, createScenario } from './bridge-scenario.ts'
import { type BridgeProgram, type BridgeProgramOptions, startBridgeProgram } from './bridge-program.ts'

interface SimulatedBridgeOptions extends BridgeProgramOptions {
  scenario: BridgeScenario
  version: string
  /** Blocks that it lacks at first, where it catches up. */
  behind?: number
  /** For how long it had been running when the simulation began, ms. */
  ranMs: number
}

interface BridgeRound {
  /** Unix ms. */
  now: number
  /** Since the simulation began. */
  elapsedMs: number
  /** Of the chain, as the bridge's consensus node has it. */
  height: number
}

export interface SimulatedBridge {
  /** What it does of itself every ten seconds. */
  round(moment: BridgeRound): Promise<void>
  stop(): Promise<void>
}

/** A bridge that goes through its scenario in rounds of ten seconds. */
export function createSimulatedBridge(options: SimulatedBridgeOptions): SimulatedBridge {
  const { scenario, version, ranMs, behind } = options
  const step = createScenario(scenario, behind)
  let program: { runs: BridgeProgram; run: number; startedAt: number } | null = null
  return {
    async round(moment) {
      const says = step(moment)
      if (says === null) return
      if (program === null || program.run !== says.run) {
        const before = program === null ? ranMs : 0
        await program?.runs.stop()
        program = { runs: startBridgeProgram(options), run: says.run, startedAt: moment.now - before }
      }
      await program.runs.push({ ...says, version, startedAt: program.startedAt, now: moment.now })
    },
    stop: async () => program?.runs.stop(),
  }
}
