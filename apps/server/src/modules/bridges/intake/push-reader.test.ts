import { afterAll, expect, test } from 'vitest'
import { busyShare } from '../testing/busy-share.ts'
import { pushBytes } from '../testing/pushing.ts'
import { createPushReader } from './push-reader.ts'

const reader = createPushReader()
afterAll(() => reader.close())
const binary = 'application/x-protobuf'

test('G47: pushes are read in a thread of their own: the main one does other things meanwhile', async () => {
  // As much as a push may be: a bridge in five thousand parts.
  const part = pushBytes({ height: 7 })
  const large = Buffer.concat(Array.from({ length: 5_000 }, () => part))
  await reader.read(binary, part)
  const share = await busyShare(async () => {
    for (let count = 0; count < 8; count++)
      expect(await reader.read(binary, new Uint8Array(large))).toMatchObject([
        { peerId: 'ada', height: 7, points: 15_000 },
      ])
  })
  expect(share).toBeLessThan(0.5)
})

test('G47: what cannot be read is refused as such, in its turn, and so is everything after its end', async () => {
  const mine = createPushReader()
  const malformed = mine.read(binary, Buffer.from('no push'))
  const bomb = mine.read(binary, Buffer.from('0a00'.repeat(32 * 1024), 'hex'))
  await expect(malformed).rejects.toMatchObject({ code: 'bad_request' })
  await expect(bomb).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(await mine.read(binary, pushBytes({}))).toMatchObject([{ peerId: 'ada' }])
  await mine.close()
  await expect(mine.read(binary, pushBytes())).rejects.toMatchObject({ code: 'unavailable' })
})
