import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { blockComplaints } from './block-invariants.ts'
import type { ChainUnderTest } from './chain-under-test.ts'
import { unbroken } from './recording.ts'
import type { Scenario } from './scenario.ts'
import { changes } from './scenarios/changes.ts'
import { comingAndGoing } from './scenarios/coming-and-going.ts'
import { endpoints } from './scenarios/endpoints.ts'
import { governing, upgrading } from './scenarios/governing.ts'
import { jailing, tombstoning } from './scenarios/jailing.ts'
import { lying } from './scenarios/lying.ts'
import { rotating } from './scenarios/rotating.ts'
import { signing } from './scenarios/signing.ts'
import { halting } from './scenarios/halting.ts'
import { setComplaints } from './set-invariants.ts'
import { slashingComplaints } from './slashing-invariants.ts'
import { createWatch, type Watch } from './watch.ts'

/** In this order on one chain: each begins where the one before has left it. */
const everything: readonly Scenario[] = [
  ...signing,
  ...rotating,
  ...lying,
  ...governing,
  ...jailing,
  ...changes,
  ...comingAndGoing,
  ...endpoints,
  ...tombstoning,
  ...halting,
  ...upgrading,
]

/** A scenario waits for events with deadlines of its own; this only ends one that hangs. */
const waitMs = 420_000

interface ConformanceInput {
  kind: string
  open: () => Promise<ChainUnderTest>
  /** Why this chain cannot be had on this machine; null where it can. */
  unless: string | null
  /** All of them unless given. */
  scenarios?: readonly Scenario[]
}

/** The one suite, for a chain of any kind. What a chain cannot do is listed as skipped, by name. */
export function describeConformance({ kind, open, unless, scenarios = everything }: ConformanceInput): void {
  const because = unless === null ? '' : ` (not run: ${unless})`
  describe.skipIf(unless !== null)(`conformance of ${kind}${because}`, () => {
    let chain: ChainUnderTest
    let watch: Watch
    let spoilt: string | null = null

    beforeAll(async () => {
      chain = await open()
      watch = createWatch(chain, chain.firstHeight)
      await watch.until('the first heights', () => (watch.height() >= chain.firstHeight + 2 ? true : null))
    })

    afterAll(() => chain?.close())

    // Invariants hold at every height, whatever the scenario was about.
    afterEach(() => {
      for (const run of unbroken(watch.recording)) {
        expect(blockComplaints(run), 'C20: blocks').toEqual([])
        expect(setComplaints(run, chain.agreed), 'C21: sets').toEqual([])
        expect(slashingComplaints(run, chain), 'C22: signing infos').toEqual([])
      }
    })

    for (const scenario of scenarios) {
      it(`${scenario.rule}: ${scenario.title}`, { timeout: waitMs }, async (context) => {
        const missing = (scenario.needs ?? []).filter((need) => !chain.capabilities.has(need))
        context.skip(missing.length > 0, `this chain cannot do: ${missing.join(', ')}`)
        context.skip(spoilt !== null, `${spoilt} failed and has left the chain as nobody expects it`)
        spoilt = scenario.rule
        await scenario.run(watch)
        spoilt = null
      })
    }
  })
}
