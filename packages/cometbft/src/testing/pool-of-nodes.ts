import type { EndpointPool, UseOptions } from '../endpoint-pool.ts'
import { ChainReadError } from '../errors.ts'
import type { NodeClient } from '../node-client.ts'
import type { RecordedNode } from './recorded-node.ts'

/** Three hosts of one recorded chain, asked in this order; like the pool, as far as the reader sees it. */
export function poolOf(hosts: readonly RecordedNode[]) {
  const blamed: Record<string, string> = {}
  const use = async <T>(work: (node: NodeClient) => Promise<T>, { otherThan = [] }: UseOptions = {}) => {
    const left = hosts.filter(({ host }) => blamed[host] === undefined)
    const isOther = ({ host }: RecordedNode) => !otherThan.includes(host)
    let last: unknown = new Error('nobody')
    for (const node of [...left.filter(isOther), ...left.filter((one) => !isOther(one))]) {
      try {
        return await work(node)
      } catch (error) {
        if (!(error instanceof ChainReadError)) throw error
        last = error
      }
    }
    throw last
  }
  const blame = (host: string, reason: string) => {
    blamed[host] = reason
  }
  return { pool: { use, blame } as Pick<EndpointPool, 'use' | 'blame'>, blamed }
}
