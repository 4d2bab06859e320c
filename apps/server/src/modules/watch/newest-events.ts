import type { ChainModel } from './model/chain-model.ts'
import type { TimelineOf } from './timeline.store.ts'

/** @typeParam E what is read of them */
export interface NewestEvents<E> {
  /**
   * The newest events of a validator, as the database has them when they are first asked for with this model or later.
   * @throws what the database says; the next call asks again
   */
  of(model: ChainModel, place: TimelineOf): Promise<E>
}

/**
 * The newest events of validators, read once for each model of a chain: events come with batches, each of which makes
 * another model, and between two of them everybody who looks at a validator is told the same. What belongs to a model
 * goes with it.
 * @param read asks the database
 */
export function createNewestEvents<E>(read: (place: TimelineOf) => Promise<E>): NewestEvents<E> {
  const known = new WeakMap<ChainModel, Map<number, Promise<E>>>()
  return {
    of(model, place) {
      const ofModel = known.get(model) ?? new Map<number, Promise<E>>()
      known.set(model, ofModel)
      const asked = ofModel.get(place.validatorId)
      if (asked) return asked
      const asking = read(place)
      ofModel.set(place.validatorId, asking)
      asking.catch(() => ofModel.delete(place.validatorId))
      return asking
    },
  }
}
