import { getEventListeners } from 'node:events'

const heldBy = (signal: AbortSignal, name: 'kDependantSignals' | 'kSourceSignals'): unknown => {
  const symbol = Object.getOwnPropertySymbols(signal).find(({ description }) => description === name)
  return symbol === undefined ? undefined : Reflect.get(signal, symbol)
}

/** Whether somebody still listens to a signal, or a signal made of it by `AbortSignal.any` was left on it. */
export function isAnythingLeftOn(signal: AbortSignal): boolean {
  return getEventListeners(signal, 'abort').length > 0 || heldBy(signal, 'kDependantSignals') !== undefined
}

/** Whether a signal was made by `AbortSignal.any`, which leaves something on each one that it was made of. */
export function isMadeOfOthers(signal: AbortSignal): boolean {
  return heldBy(signal, 'kSourceSignals') !== undefined
}
