import type { ValidatorEvent } from '@roundsman/contract/networks/validator-details'
import { expect, it, vi } from 'vitest'
import type { ChainModel } from '../model/chain-model.ts'
import { createNewestEvents } from './timeline.store.ts'

const place = { networkId: 1, epoch: 1, validatorId: 7 }
/** Only who it is counts here. */
const aModel = () => ({}) as ChainModel

it('W116: events are read once for each validator and batch, whoever asks', async () => {
  const read = vi.fn((_place: typeof place) => Promise.resolve<ValidatorEvent[]>([]))
  const events = createNewestEvents(read)
  const [first, second] = [aModel(), aModel()]
  await Promise.all([events.of(first, place), events.of(first, place)])
  await events.of(first, { ...place, validatorId: 8 })
  expect(read.mock.calls).toEqual([[place], [{ ...place, validatorId: 8 }]])
  await events.of(second, place)
  expect(read).toHaveBeenCalledTimes(3)
})

it('W116: a failed reading is an error for those who wait, and the next one asks again', async () => {
  const read = vi.fn(() => Promise.resolve<ValidatorEvent[]>([]))
  read.mockRejectedValueOnce(new Error('the database is gone'))
  const events = createNewestEvents(read)
  const model = aModel()
  const both = await Promise.allSettled([events.of(model, place), events.of(model, place)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await events.of(model, place)).toEqual([])
})
