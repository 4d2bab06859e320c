import type { ChainState, SetMember, SigningInfo, StakingValidator } from '@roundsman/cometbft/domain'
import {
  productState,
  productTimeline,
} from '../../../apps/server/src/modules/watch/testing/without-database.ts'
import type { ChainUnderTest } from './chain-under-test.ts'
import { productAlerts } from './product-alerts.ts'
import { createRecorder, type Recorder } from './recorder.ts'
import type { Recorded } from './recording.ts'
import { stateEvents } from './state-events.ts'

/** What a scenario looks through: the recording of one chain, in the numbers of its validators. */
export interface Watch extends Recorder {
  readonly chain: ChainUnderTest
  /** Newest height that is recorded, 0 for none. */
  height(): number
  at(height: number): Recorded
  state(): ChainState
  /** Reads on until `poll` gives something. */
  until<T>(what: string, poll: () => T | null): Promise<T>
  /** Reads on until `height` is recorded. */
  reach(height: number): Promise<void>
  /** The newest block that an endpoint shows now; the recording stays one behind it. */
  shown(): Promise<number>
  /** One letter for each height, both included, by whichever key; `-` where the validator is not in the set. */
  letters(index: number, from: number, to: number): string
  validator(index: number, height?: number): StakingValidator | null
  info(index: number, height?: number): SigningInfo | null
  /** The validator's place in the set of a height and its power there, null where it has none. */
  place(index: number, height: number): { place: number; member: SetMember } | null
  /** First height from `from` on at which `true`; null while there is none. */
  firstHeight(from: number, holds: (recorded: Recorded) => boolean): number | null
  /** Every difference of two states, `v1 jailed` and so on, after the state at `from` up to the newest, in order. */
  events(from: number): string[]
  /** The same as the product's timeline reports it, which leaves out what is not worth reporting. */
  timeline(from: number): string[]
  /** What the product reports to whoever wants to know everything: `v1 BEGAN Jailed`. Of the heights after `from`, in order. */
  reported(from: number): string[]
  /** LIVE, HALTED, UNREACHABLE … as the product judges it now. */
  networkState(): string
}

/** Watches a chain through all its endpoints, from the height `from` on. */
export function createWatch(chain: ChainUnderTest, from: number): Watch {
  const recorder = createRecorder({ chain, chainId: chain.chainId(), from })
  const { heights } = recorder.recording
  const startedAt = chain.now()
  const height = () => heights.at(-1)?.block.height ?? 0

  function at(wanted: number): Recorded {
    const found = heights.find((one) => one.block.height === wanted)
    if (!found) throw new Error(`height ${wanted} is not recorded`)
    return found
  }

  const member = (index: number) => {
    const found = chain.members()[index]
    if (!found) throw new Error(`there is no validator ${index}`)
    return found
  }

  function until<T>(what: string, poll: () => T | null): Promise<T> {
    return chain.until(what, async () => {
      await recorder.step()
      const found = poll()
      const why = recorder.trouble()
      if (found === null && why !== null) throw why
      return found
    })
  }

  async function reach(wanted: number): Promise<void> {
    await until(`height ${wanted}`, () => (height() >= wanted ? true : null))
  }

  async function shown(): Promise<number> {
    await recorder.pool.probe()
    return recorder.pool.head()?.height ?? height()
  }

  const stateAt = (wanted: number | undefined) => at(wanted ?? height()).state

  const validator = (index: number, wanted?: number): StakingValidator | null =>
    stateAt(wanted).staking?.validators.find((one) => one.operatorAddress === member(index).operator) ?? null

  const info = (index: number, wanted?: number): SigningInfo | null => {
    const consensus = validator(index, wanted)?.consensus ?? member(index).consensus
    return stateAt(wanted).slashing?.infos.find((one) => one.consensus === consensus) ?? null
  }

  const keysOf = (index: number) => [member(index).consensus, ...(member(index).earlier ?? [])]

  function letters(index: number, first: number, last: number): string {
    const keys = keysOf(index)
    return heights
      .filter(({ block }) => block.height >= first && block.height <= last)
      .map(({ block }) => keys.flatMap((key) => block.letters.get(key) ?? []).join('') || '-')
      .join('')
  }

  function place(index: number, wanted: number) {
    const { set } = at(wanted).state
    const keys = keysOf(index)
    const found = set.findIndex((one) => keys.includes(one.address))
    const there = set[found]
    return there ? { place: found, member: there } : null
  }

  const statesFrom = (first: number) =>
    heights.filter(({ block }) => block.height >= first).map(({ state }) => state)

  function named(events: readonly { height: number; operator: string; kind: string }[]): string[] {
    const names = new Map(chain.members().map((one, index) => [one.operator, `v${index}`]))
    const lines = events.map(({ height: at, operator, kind }) => ({
      at,
      line: `${names.get(operator) ?? operator} ${kind}`,
    }))
    return lines.sort((a, b) => a.at - b.at || (a.line < b.line ? -1 : 1)).map(({ line }) => line)
  }

  function events(first: number): string[] {
    const states = statesFrom(first)
    const pairs = states.slice(1).map((state, index) => [states[index] ?? state, state] as const)
    return named(pairs.flatMap(([before, after]) => stateEvents(before, after)))
  }

  return {
    ...recorder,
    chain,
    height,
    at,
    state: () => stateAt(undefined),
    until,
    reach,
    shown,
    letters,
    validator,
    info,
    place,
    firstHeight: (first, holds) =>
      heights.find((one) => one.block.height >= first && holds(one))?.block.height ?? null,
    events,
    timeline: (first) => named(productTimeline(statesFrom(first))),
    reported: (first) =>
      named(
        productAlerts(heights)
          .filter((one) => one.height > first)
          .map(({ target, what, ...one }) => ({ ...one, operator: target, kind: what })),
      ),
    networkState: () => productState(recorder.pool, startedAt, chain.now()),
  }
}
