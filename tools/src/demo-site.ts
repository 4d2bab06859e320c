import { setTimeout as sleep } from 'node:timers/promises'

/** So often the first validators are waited for, half a second each: bridges are said to be run by some of them. */
const mostPolls = 40

export interface DemoSite {
  /** `http://127.0.0.1:8000`. */
  address: string
  email: string
  password: string
}

/** One call of the product's API; gives its answer, and rejects where it is an error. */
export type Call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<unknown>

/** Signs in as a browser does, and gives how to call as whoever that is. */
export async function signIn({ address, email, password }: DemoSite): Promise<Call> {
  const cookies = new Map<string, string>()
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.status === 204 ? null : answer.json()
  }
  await call('GET', '/api/networks/')
  await call('POST', '/api/users/login/', { email, password })
  return call
}

/** Ids of the validators of a network, once it has any; none where it has none after some while. */
export async function firstValidators(call: Call, blockchainId: number): Promise<number[]> {
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const list = (await call('GET', `/api/blockchains/list/${blockchainId}/`)) as {
      validators: { id: number }[]
    }
    if (list.validators.length > 0) return list.validators.map(({ id }) => id)
    await sleep(500)
  }
  return []
}
