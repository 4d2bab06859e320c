import type { BridgesList } from '@roundsman/contract/bridges/bridges'
import type { LiveBridges } from '@roundsman/contract/live/screen-events'
import { bridgeOf } from '../../e2e/src/stage/bridge-answers.ts'

/** What so many bridges push: each every fifth step, two seconds apart. */
interface StageBridges {
  list(): BridgesList
  step(): LiveBridges
}

const firstHeight = 1_000_000
const turns = 5

export function createStageBridges(count: number): StageBridges {
  let height = firstHeight
  let seq = 1
  const bridges = Array.from({ length: count }, (_, at) => bridgeOf(at + 1, height))
  return {
    list: () => ({ network_height: height, bridges }),
    step() {
      height += 1
      seq += 1
      const last_otel_update = new Date().toISOString()
      const pushing = bridges.filter(({ id }) => id % turns === seq % turns)
      return { changed: pushing.map(({ id }) => ({ id, height, last_otel_update })), removed: [], seq }
    },
  }
}
