import type { BridgeDetails, BridgeEvent } from '@roundsman/contract/bridge-details'
import type { ChartLine, ChartMark, Gap, MarkTone } from '../../charts/chart-model.ts'
import { gapsOf, newestOf } from '../../charts/measured.ts'

/** A day of a bridge, as a chart takes it. */
export interface HeightData {
  /** Unix seconds. */
  times: readonly number[]
  /** The network's, and over it the bridge's own. */
  lines: readonly [network: ChartLine, bridge: ChartLine]
  gaps: readonly Gap[]
  marks: readonly ChartMark[]
  /** Of the newest point; Unix seconds. */
  newest: number
}

/** What is marked: what makes the line fall behind, or end; a restart alone is nothing bad. */
const marked: Partial<Record<BridgeEvent['kind'], MarkTone>> = {
  restarted: 'info',
  stalled: 'error',
  silent: 'error',
}

/**
 * The height of a bridge beside the network's, by the points of the answer. What was not measured is a hole.
 *
 * @param names of the two lines
 * @param markText the words for what happened
 * @returns null where no height of the bridge was measured
 */
export function heightData(
  { points }: BridgeDetails['heights'],
  timeline: readonly BridgeEvent[],
  names: { bridge: string; network: string },
  markText: (kind: BridgeEvent['kind']) => string,
): HeightData | null {
  const times = points.map(([at]) => at)
  const network = { id: 1, name: names.network, look: 0, values: points.map(([, , height]) => height) }
  const bridge = { id: 2, name: names.bridge, look: 1, values: points.map(([, height]) => height) }
  const newest = newestOf([network, bridge], times)
  const [first] = times
  if (first === undefined || newest === null || bridge.values.every((height) => height === null)) return null
  const marks = timeline
    .flatMap(({ kind, at }) => {
      const seconds = Date.parse(at) / 1_000
      const tone = marked[kind]
      return tone && seconds >= first ? [{ at: seconds, text: markText(kind), tone }] : []
    })
    // Words are laid from left to right.
    .toSorted((a, b) => a.at - b.at)
  return { times, lines: [network, bridge], gaps: gapsOf([network, bridge], times), marks, newest }
}

/** Blocks that the bridge was behind at a point; null where one of the heights is not known, or neither is believed. */
export function lagAt({ lines: [network, bridge] }: Pick<HeightData, 'lines'>, place: number): number | null {
  const [all, own] = [network.values[place] ?? null, bridge.values[place] ?? null]
  return all === null || own === null || own > all ? null : all - own
}
