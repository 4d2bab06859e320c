import { createHash } from 'node:crypto'
import { liveEvents, liveProtocol } from '@roundsman/contract/live/live'
import { screenEvents, userEvents } from '@roundsman/contract/live/screen-events'
import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod/v4/core'

/**
 * What the events of the stream looked like when `liveProtocol` got its number. Another one here means that pages which are
 * open refuse what they are sent after an upgrade: raise `liveProtocol`, so that they say that they are outdated, and write
 * down the new one.
 */
const fingerprint = { protocol: 14, events: '746828c9d9d1' }

test('B161: the stream’s version rises whenever its events change', () => {
  const events = { ...liveEvents, ...screenEvents, ...userEvents }
  const schemas = Object.entries(events).map(([name, schema]) => [name, toJSONSchema(schema)])
  const digest = createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 12)
  expect({ protocol: liveProtocol, events: digest }).toEqual(fingerprint)
})
