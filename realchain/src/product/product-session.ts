import { machine } from '../localnet/machine.ts'

/** Only what the suite compares; the whole row is in `packages/contract`. */
export interface ListedValidator {
  id: number
  moniker: string | null
  operator_address: string | null
  consensus_address: string
  bond_status: string
  jailed: boolean | null
  uptime: number | null
  tokens: string | null
  commission_rate: number | null
  consecutive_missed: number | null
  recent_signatures: string
  updated_at: string
}

/** The list of one network. */
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
  /** Of network 1, or of another one that the session was opened for. */
  list(network?: number): Promise<Listed>
  /** Everything that the live stream of a network has said since it was opened, as text. */
  streamed(network?: number): string
  /** Does something; gives the answer. @throws Error where it is refused */
  post(path: string, body: object): Promise<unknown>
  close(): void
}

interface SessionOptions {
  address: string
  email: string
  password: string
  /** Whose live streams are opened; network 1 by default. */
  networks?: readonly number[]
}

/** Signs in over HTTP as a browser does (cookies, CSRF), and opens the live streams. */
export async function openSession(options: SessionOptions): Promise<ProductSession> {
  const { address, email, password, networks = [1] } = options
  const ask = await signIn(address, { email, password })
  const end = new AbortController()
  const texts = new Map<number, string>()
  for (const network of networks) {
    const stream = await ask(`/api/live/${network}/`, { signal: end.signal })
    const reading = read(stream, (more) => texts.set(network, (texts.get(network) ?? '') + more))
    // What it ends with is either our own `close` or the product's end, which the test brings about itself.
    reading.catch(() => undefined)
  }
  return {
    async list(network = 1) {
      const answer = await ask(`/api/blockchains/list/${network}/`)
      if (!answer.ok) throw new Error(`the list: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as Listed
    },
    async post(path, body) {
      const answer = await ask(path, { method: 'POST', body: JSON.stringify(body) })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      return text === '' ? null : (JSON.parse(text) as unknown)
    },
    streamed: (network = 1) => texts.get(network) ?? '',
    close: () => end.abort(),
  }
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>

async function signIn(address: string, body: { email: string; password: string }): Promise<Ask> {
  const jar = new Map<string, string>()
  const ask: Ask = async (path, init = {}) => {
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
  const signedIn = await ask('/api/users/login/', { method: 'POST', body: JSON.stringify(body) })
  if (!signedIn.ok) throw new Error(`signing in: ${signedIn.status} ${await signedIn.text()}`)
  return ask
}

async function read(stream: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream.body ?? []) onText(decoder.decode(chunk as Uint8Array, { stream: true }))
}
