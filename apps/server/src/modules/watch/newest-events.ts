import type { ValidatorEvent } from '@roundsman/contract/validator-details'
import type { ChainModel } from './model/chain-model.ts'
import type { TimelineOf } from './timeline.store.ts'

export interface NewestEvents {
  /**
   * The newest events of a validator, as the database has them when they are first asked for with this model or later.
   * @throws what the database says; the next call asks again
   */
  of(model: ChainModel, place: TimelineOf): Promise<ValidatorEvent[]>
}

/**
 * The newest events of validators, read once for each model of a chain: events come with batches, each of which makes
 * another model, and between two of them everybody who looks at a validator is told the same. What belongs to a model
 * goes with it.
 * @param read asks the database
 */
export function createNewestEvents(read: (place: TimelineOf) => Promise<ValidatorEvent[]>): NewestEvents {
  const known = new WeakMap<ChainModel, Map<number, Promise<ValidatorEvent[]>>>()
  return {
    of(model, place) {
      const ofModel = known.get(model) ?? new Map<number, Promise<ValidatorEvent[]>>()
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
