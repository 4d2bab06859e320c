import type { Capability } from './chain-under-test.ts'
import type { Watch } from './watch.ts'

/** One thing that can happen to a chain, and what must then be read from it: the same on every chain under test. */
export interface Scenario {
  /** Number in docs/rules/conformance.md. */
  rule: string
  title: string
  /** What the chain must be able to do for it. */
  needs?: readonly Capability[]
  /** Expects; may end what it has begun only after its last expectation, the suite stops at the first failure. */
  run: (watch: Watch) => Promise<void>
}
