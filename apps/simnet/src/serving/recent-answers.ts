import type { Call } from '../rpc/answer.ts'
import type { ChainLens } from '../rpc/chain-lens.ts'

/** Enough for a page of state and a batch of commits of the newest heights. */
const MOST = 40

export interface RecentAnswers {
  /** The text made before for the same question about the same chain, or `make`'s. */
  take(lens: ChainLens, call: Call, make: () => string): string
}

/** Keeps the texts of the newest answers, since several readers ask the same of every block. */
export function createRecentAnswers(): RecentAnswers {
  const texts = new Map<string, string>()
  return {
    take(lens, call, make) {
      if (call.method === 'status' || call.method === 'health') return make()
      const at = `${lens.name}/${lens.chainId}/${lens.latest}/${lens.earliest}/${lens.blocks.name}/${JSON.stringify(lens.lies)}`
      const key = `${at}/${call.method}/${JSON.stringify(call.params)}`
      const known = texts.get(key)
      if (known !== undefined) return known
      const text = make()
      texts.set(key, text)
      const [oldest] = texts.keys()
      if (texts.size > MOST && oldest !== undefined) texts.delete(oldest)
      return text
    },
  }
}
