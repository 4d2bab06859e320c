import type { StateRequest } from '../state-reader.ts'
import { asKnown } from './as-known.ts'
import { headerAbove, RECORDED_HEIGHT, recordedState, setAfter } from './recorded-node.ts'

/** Asks for the recorded state below a proven header, with all of it known before. */
export const recordedRequest = (): StateRequest => ({
  height: RECORDED_HEIGHT,
  newest: { header: headerAbove(), assurance: 'PROVEN' },
  nextSet: setAfter(),
  known: asKnown(recordedState()),
  counters: new Map(),
  problemOf: () => null,
})
