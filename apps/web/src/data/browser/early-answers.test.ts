import { describe, expect, it } from 'vitest'
import { askEarly, listPaths, withEarlyAnswers } from './http.ts'

const path = '/api/users/profile/'
const [list = ''] = listPaths(7)
const json = (body: object, headers = {}) => new Response(JSON.stringify(body), { headers })

function open(early: Promise<Response> | undefined) {
  const asked: string[] = []
  const fetch = withEarlyAnswers(
    (url) => {
      asked.push(url)
      return Promise.resolve(json({ from: 'server' }))
    },
    early && { [path]: early, [list]: early },
  )
  const from = async (url: string, init?: RequestInit) => (await fetch(url, init)).json()
  return { asked, fetch, from }
}

describe('P107: who is signed in is asked before the program is there', () => {
  it('in the language of the page, and no failure of it is lost or reported twice', async () => {
    const asked: unknown[] = []
    const { [path]: answer } = askEarly(
      (url, init) => {
        asked.push(url, init?.headers)
        return Promise.reject(new TypeError('fetch failed'))
      },
      { 'Accept-Language': 'uk', 'X-CSRFToken': 'token' },
      [],
    )
    await expect(answer).rejects.toThrow('fetch failed')
    expect(asked).toEqual([
      path,
      { Accept: 'application/json', 'Accept-Language': 'uk', 'X-CSRFToken': 'token' },
    ])
  })
  it('and the first question of the program takes that answer, once', async () => {
    const { asked, from } = open(Promise.resolve(json({ from: 'early' })))
    expect(await from('/api/networks/')).toEqual({ from: 'server' })
    expect(await from(path)).toEqual({ from: 'early' })
    expect(await from(path)).toEqual({ from: 'server' })
    expect(asked).toEqual(['/api/networks/', path])
  })
  it('keeps status and headers but for the date, which is old by then', async () => {
    const answer = new Response('{}', { status: 401, headers: { date: 'then', 'x-request-id': 'r1' } })
    const { fetch } = open(Promise.resolve(answer))
    const { status, headers } = await fetch(path)
    expect([status, headers.get('date'), headers.get('x-request-id')]).toEqual([401, null, 'r1'])
  })
  it('and asked again where no answer came', async () => {
    const { asked, from } = open(Promise.reject(new TypeError('fetch failed')))
    expect(await from(path)).toEqual({ from: 'server' })
    expect(asked).toEqual([path])
  })
  it('and not waited for longer than the program waits', async () => {
    const { fetch } = open(new Promise<never>(() => undefined))
    const giveUp = new AbortController()
    const answer = fetch(path, { signal: giveUp.signal })
    giveUp.abort()
    await expect(answer).rejects.toThrow('given up')
    await expect(open(undefined).from(path)).resolves.toEqual({ from: 'server' })
  })
  it('P503: and so are the list and the choices of the user, of which a refusal is asked again', async () => {
    const asked: string[] = []
    const early = askEarly(
      (url) => {
        asked.push(url)
        return Promise.resolve(json({ from: 'early' }))
      },
      {},
      listPaths(7),
    )
    expect(asked).toEqual([path, '/api/blockchains/list/7/', '/api/users/preferences/'])
    expect(Object.keys(early)).toEqual(asked)
    const { from } = open(Promise.resolve(new Response('{}', { status: 401 })))
    expect(await from(list)).toEqual({ from: 'server' })
    expect(await from(path)).toEqual({})
  })
  it('and never takes the place of another call of the same address', async () => {
    const { from } = open(Promise.resolve(json({ from: 'early' })))
    expect(await from(path, { method: 'PUT' })).toEqual({ from: 'server' })
    expect(await from(path)).toEqual({ from: 'early' })
  })
})
