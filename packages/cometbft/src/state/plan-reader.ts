import type { ChainState, FullHeader, Source, UpgradePlan } from '../domain.ts'
import { ChainReadError, decodeAs } from '../errors.ts'
import type { EndpointPool } from '../pool/endpoint-pool.ts'
import { UPGRADE_PLAN_KEY } from '../proof/state-proof.ts'
import { decodePlanRecord } from '../rpc/cosmos-sdk.decode.ts'
import { provenValues } from './evidence-reader.ts'
import type { StateRequest } from './state-reader.ts'

interface PlanRequest extends Pick<StateRequest, 'newest'> {
  /** As it was read: its plan is what the host of the lists says. */
  state: Pick<ChainState, 'height' | 'upgrade'>
  /** null: never read. */
  known: UpgradePlan | null
}

export interface PlanReader {
  /**
   * The plan of x/upgrade and how it is known; null: nothing that is to be taken, and what is known stays. It is proven
   * where it can be. Where it cannot, one that differs from what is known is taken when another host says the same, or
   * after three reads in which nobody else answered.
   *
   * @throws nothing: a plan that cannot be had costs nothing else of the state
   */
  read(request: PlanRequest): Promise<ChainState['upgrade']>
}

/** Where nobody has proven it in so many reads (a proxy forbids `/store`, there is no x/upgrade) … */
const proofsToTry = 3
/** … it is tried again after so many. */
const readsWithoutProof = 30
/** One host's change stands for so many reads before it is taken. */
const readsToWaitFor = 3

/** Reads the plans of one chain. Remembers whether proofs are to be had, and for how long a change has stood. */
export function createPlanReader(pool: Pick<EndpointPool, 'use'>): PlanReader {
  let leftWithoutProof = 0
  let refused = 0
  let waiting: { plan: UpgradePlan | null; reads: number } | null = null

  async function read({ state, newest, known }: PlanRequest): Promise<ChainState['upgrade']> {
    const { upgrade, height } = state
    if (upgrade === null) return null
    const above = newest?.assurance === 'PROVEN' && newest.header.height === height + 1 ? newest.header : null
    const proven = above === null ? null : await prove(upgrade.source.host, above)
    const taken = proven ?? (await compared(upgrade, height, known))
    if (taken !== null) waiting = null
    return taken
  }

  /** By another host than the one that said it, where there is one; null where nobody proves it now. */
  async function prove(host: string, header: FullHeader): Promise<ChainState['upgrade']> {
    if (leftWithoutProof > 0) {
      leftWithoutProof -= 1
      return null
    }
    const question = pool.use(
      async (node) => {
        const [value] = await provenValues(node, header, [UPGRADE_PLAN_KEY])
        refused = 0
        const source: Source = { assurance: 'PROVEN', host: node.host }
        const said = { host: node.host, method: 'abci_query /store/upgrade/key' }
        return { plan: value ? decodeAs(said, () => decodePlanRecord(value)) : null, source }
      },
      { otherThan: [host] },
    )
    return orNull(question, ({ kind }) => {
      if (passing.has(kind)) return
      refused += 1
      if (refused % proofsToTry === 0) leftWithoutProof = readsWithoutProof
    })
  }

  async function compared(
    said: NonNullable<ChainState['upgrade']>,
    height: number,
    known: UpgradePlan | null,
  ): Promise<ChainState['upgrade']> {
    const { plan, source } = said
    const second = await another(height, [source.host])
    if (second !== null) {
      const agreed: Source = { assurance: 'AGREED', host: source.host }
      if (isSamePlan(plan, second.plan)) return { plan, source: agreed }
      // Of two that differ a third one decides.
      const third = await another(height, [source.host, second.source.host])
      if (third === null) return null
      if (isSamePlan(plan, third.plan)) return { plan, source: agreed }
      return isSamePlan(second.plan, third.plan)
        ? { plan: second.plan, source: { assurance: 'AGREED', host: second.source.host } }
        : null
    }
    if (isSamePlan(plan, known)) return said
    waiting = { plan, reads: waiting && isSamePlan(waiting.plan, plan) ? waiting.reads + 1 : 1 }
    return waiting.reads < readsToWaitFor ? null : said
  }

  /** What a host says that is none of `hosts`; null where no other one answers. */
  function another(height: number, hosts: readonly string[]): Promise<ChainState['upgrade']> {
    const question = pool.use(
      async (node): Promise<ChainState['upgrade']> => {
        if (hosts.includes(node.host)) return null
        const { plan } = await node.upgradePlan(height)
        return { plan, source: { assurance: 'SINGLE', host: node.host } }
      },
      { otherThan: hosts },
    )
    return orNull(question)
  }

  return { read }
}

export function isSamePlan(one: UpgradePlan | null, other: UpgradePlan | null): boolean {
  return one?.name === other?.name && one?.height === other?.height
}

/** Says nothing of whether there are proofs: the same question may be answered the next time. */
const passing: ReadonlySet<ChainReadError['kind']> = new Set(['timeout', 'transport', 'pruned'])

function orNull<T>(answer: Promise<T>, failed?: (error: ChainReadError) => void): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (!(error instanceof ChainReadError)) throw error
    failed?.(error)
    return null
  })
}
