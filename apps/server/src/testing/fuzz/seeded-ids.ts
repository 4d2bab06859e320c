import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import type { Ids } from '../../platform/ids.ts'

/** What the server made up while it answered one request. */
export interface MadeUp {
  /** Of 256 bits. */
  tokens: string[]
  codes: string[]
}

export interface SeededIds extends Ids {
  /** Runs the work of one request: what is random in it depends on the seed and this key alone. */
  during<T>(key: string, work: () => Promise<T>): Promise<{ result: T; madeUp: MadeUp }>
}

interface Source extends MadeUp {
  key: string
  count: number
}

/** Ids that are the same in every run with a seed, however requests overlap, and that tell what they gave. */
export function createSeededIds(seed: number): SeededIds {
  const requests = new AsyncLocalStorage<Source>()
  const outside: Source = { key: 'outside', count: 0, tokens: [], codes: [] }

  function bytes(count: number): { from: Source; value: Buffer } {
    const from = requests.getStore() ?? outside
    from.count += 1
    const value = createHash('sha512').update(`${seed} ${from.key} ${from.count}`).digest().subarray(0, count)
    return { from, value }
  }

  return {
    uuid: () => {
      const hex = bytes(16).value.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    token: (count) => {
      const { from, value } = bytes(count)
      const token = value.toString('base64url')
      if (count === 32 && from !== outside) from.tokens.push(token)
      return token
    },
    digits: (count) => {
      const { from, value } = bytes(48)
      const code = [...value.subarray(0, count)].map((one) => one % 10).join('')
      if (from !== outside) from.codes.push(code)
      return code
    },
    fraction: () => bytes(4).value.readUInt32BE() / 2 ** 32,
    during: async (key, work) => {
      const source: Source = { key, count: 0, tokens: [], codes: [] }
      const result = await requests.run(source, work)
      return { result, madeUp: source }
    },
  }
}
