import { machine } from '../localnet/machine.ts'

/** Only what the suite compares; the whole row is in `packages/contract`. */
export interface ListedValidator {
  moniker: string | null
  operator_address: string | null
  bond_status: string
  jailed: boolean | null
  uptime: number | null
  tokens: string | null
  commission_rate: number | null
  consecutive_missed: number | null
  recent_signatures: string
}

export interface Listed {
  network_height: number | null
  validators: ListedValidator[]
  status: {
    state: string
    source: string | null
    observed_at: string | null
    height: number | null
    assurance: string | null
    refused: { reason: string } | null
  }
}

export interface ProductSession {
  list(): Promise<Listed>
  /** Everything that the live stream has said since it was opened, as text. */
  streamed(): string
  close(): void
}

/** Signs in over HTTP as a browser does (cookies, CSRF), and opens the live stream of network 1. */
export async function openSession(address: string, email: string, password: string): Promise<ProductSession> {
  const jar = new Map<string, string>()
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await machine.fetch(`${address}${path}`, {
      ...init,
      headers: { cookie, 'x-csrftoken': jar.get('csrftoken') ?? '', 'content-type': 'application/json' },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      jar.set(name, value)
    }
    return answer
  }

  await ask('/api/networks/')
  const signedIn = await ask('/api/users/login/', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
  })
  if (!signedIn.ok) throw new Error(`signing in: ${signedIn.status} ${await signedIn.text()}`)

  const end = new AbortController()
  const stream = await ask('/api/live/1/', { signal: end.signal })
  let text = ''
  const reading = read(stream, (more) => {
    text += more
  })
  // What it ends with is either our own `close` or the product's end, which the test brings about itself.
  reading.catch(() => undefined)

  return {
    async list() {
      const answer = await ask('/api/blockchains/list/1/')
      if (!answer.ok) throw new Error(`the list: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Listed
    },
    streamed: () => text,
    close: () => end.abort(),
  }
}

async function read(stream: Response, hear: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream.body ?? []) hear(decoder.decode(chunk as Uint8Array, { stream: true }))
}
