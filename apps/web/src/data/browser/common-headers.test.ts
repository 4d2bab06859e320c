import { describe, expect, it } from 'vitest'
import { commonHeaders, withCommonHeaders } from './http.ts'

const cookies = (name: string) => (name === 'csrftoken' ? 'token' : null)

describe('P8: every request', () => {
  it('carries the language, and the token where there is one', () => {
    expect(commonHeaders('uk', { cookie: cookies })).toEqual({
      'Accept-Language': 'uk',
      'X-CSRFToken': 'token',
    })
    expect(commonHeaders('en', { cookie: () => null })).toEqual({ 'Accept-Language': 'en' })
  })
  it('has them beside its own, as they are when it is sent', async () => {
    const sent: unknown[] = []
    let language = 'en'
    const fetch = withCommonHeaders(
      async (url, init) => {
        sent.push(url, init)
        return new Response()
      },
      () => commonHeaders(language, { cookie: cookies }),
    )
    language = 'ru'
    await fetch('/api/live/1/', { priority: 'low', headers: { Accept: 'text/event-stream' } })
    expect(sent).toEqual([
      '/api/live/1/',
      {
        priority: 'low',
        headers: { 'Accept-Language': 'ru', 'X-CSRFToken': 'token', accept: 'text/event-stream' },
      },
    ])
  })
})
