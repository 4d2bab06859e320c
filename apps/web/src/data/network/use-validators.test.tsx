import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { ApiClient } from '../api/api-client.ts'
import { createStreamSeq } from '../api/live-line.ts'
import { type Services, ServicesContext } from '../services/services.ts'
import { someList, someValidator } from '../testing/some-list.ts'
import { useValidators } from './validators.ts'

it('P84: the validators of a fetch that failed are height 0 and an empty list, while those known stay', async () => {
  const list = someList([someValidator({ id: 1 })])
  let works = true
  const client: Pick<ApiClient, 'call'> = {
    call: () => (works ? Promise.resolve(list as never) : Promise.reject(new Error('down'))),
  }
  const queries = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  const services = { client, queries, streamSeq: createStreamSeq(), network: { blockchain_id: 1 } }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={services as unknown as Services}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ServicesContext>
  )
  const { result } = renderHook(() => useValidators(), { wrapper })
  expect(result.current.data).toEqual({ network_height: 0, validators: [] })
  await waitFor(() => expect(result.current.loaded).toBe(true))
  expect(result.current.data).toEqual(list)

  works = false
  result.current.fetch()
  await waitFor(() => expect(result.current.error?.message).toBe('down'))
  expect(result.current.data).toEqual({ network_height: 0, validators: [] })
  expect(result.current.known).toEqual(list)
})
