import type { LiveEvent } from '@roundsman/contract/live/live'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { createStreamSeq } from '../api/live-line.ts'
import { someList, someValidator } from '../testing/some-list.ts'
import { validatorsKey, validatorsQuery } from './validators.ts'

const list = (seq: number, missed_blocks: number) => ({
  ...someList([someValidator({ id: 1, missed_blocks })]),
  seq,
})

/** A page whose server answers with these lists, one after the other; `meanwhile` runs while each is under way. */
function openPage(answers: ReturnType<typeof list>[], meanwhile: (page: Page) => void = () => undefined) {
  const queries = new QueryClient()
  const streamSeq = createStreamSeq()
  let asked = 0
  const client: Pick<ApiClient, 'call'> = {
    call() {
      meanwhile(page)
      asked += 1
      return Promise.resolve(answers[asked - 1] as never)
    },
  }
  const query = validatorsQuery({ client: client as ApiClient, queries, streamSeq }, 1)
  const page = {
    queries,
    streamSeq,
    fetch: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    asked: () => asked,
  }
  return page
}
type Page = Pick<ReturnType<typeof openPage>, 'queries' | 'streamSeq'>
const height = (seq: number): LiveEvent => ({
  event: 'height',
  data: { height: 100 + seq, at: '2026-11-21T12:00:00Z', seq, blocks: [] },
})

describe('P33: an answer that was under way while the stream said something newer', () => {
  it('does not take back what the page has', async () => {
    const page = openPage([list(7, 1)], ({ queries }) => queries.setQueryData(validatorsKey(1), list(8, 2)))
    expect((await page.fetch()).validators[0]?.missed_blocks).toBe(2)
    expect(page.asked()).toBe(1)
  })
  it('is asked for again where the page had no list to write that into', async () => {
    const page = openPage([list(7, 1), list(8, 2)], ({ streamSeq }) => streamSeq.observe(1, height(8)))
    expect((await page.fetch()).seq).toBe(8)
    expect(page.asked()).toBe(2)
  })
  it('is taken at last where the server does not come further', async () => {
    const page = openPage([list(7, 1), list(7, 1), list(7, 1)], ({ streamSeq }) =>
      streamSeq.observe(1, height(8)),
    )
    expect((await page.fetch()).seq).toBe(7)
  })
  it('is right where the stream of another network is further, or began anew with an older batch', async () => {
    const page = openPage([list(7, 1)], ({ streamSeq }) => {
      streamSeq.observe(2, height(9))
      streamSeq.observe(1, height(9))
      streamSeq.observe(1, { event: 'hello', data: { protocol: 12, seq: 7 } })
    })
    expect((await page.fetch()).seq).toBe(7)
    expect(page.asked()).toBe(1)
  })
})
