import { cookieHeader } from './cookie-header.ts'

/** A browser's session with a program that is killed and started again, at another address each time. */
export interface ProgramSession {
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<Response>
  /** Forgets every cookie. */
  clear(): void
}

/** @param address where the program listens just now */
export function createProgramSession(address: () => string): ProgramSession {
  const cookies = new Map<string, string>()
  return {
    clear: () => cookies.clear(),
    async call(method, path, body, headers = {}) {
      const answer = await fetch(`${address()}${path}`, {
        method,
        headers: {
          ...headers,
          cookie: cookieHeader(cookies),
          'x-csrftoken': cookies.get('csrftoken') ?? '',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return answer
    },
  }
}
