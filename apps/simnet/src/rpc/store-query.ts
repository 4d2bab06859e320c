import type { ChainLens } from './chain-lens.ts'
import { withFlippedJail } from './flipped-jail.ts'
import { withOtherSelfStake } from './other-self-stake.ts'

/** What `/store/<name>/key` says of one key; `value` is null where there is no such key. */
export interface StoreAnswer {
  value: Uint8Array | null
  ops: { type: string; key: string; data: string }[] | null
}

const PATH = /^\/store\/([a-z]+)\/key$/

/** The store that a path asks of; null for another kind of path. */
export function storeOf(path: string): string | null {
  return PATH.exec(path)?.[1] ?? null
}

/** Value and proof of a key in the state after `height`; null where no such store is served. */
export function storeQuery(
  lens: ChainLens,
  store: string,
  key: Uint8Array,
  height: number,
  prove: boolean,
): StoreAnswer | null {
  const state = lens.appStates.at(height)
  const tree = state.store(store)
  if (tree === null) return null
  const ops = prove
    ? state.prove(store, key).map((op) => ({
        type: op.type,
        key: Buffer.from(op.key).toString('base64'),
        data: Buffer.from(op.data).toString('base64'),
      }))
    : null
  const value = tree.value(key)
  if (value === null) return { value, ops }
  return { value: withOtherSelfStake(lens, store, key, withFlippedJail(lens, store, key, value)), ops }
}
