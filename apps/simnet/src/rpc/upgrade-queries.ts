import { QueryCurrentPlanResponse } from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import { planMessage } from '../stores/store-trees.ts'
import type { ChainLens } from './chain-lens.ts'

/** cosmos.upgrade.v1beta1.Query/CurrentPlan; no bytes at all where nothing is planned. */
export function currentPlanQuery({ chain, lies }: ChainLens, height: number): Uint8Array {
  const { plan } = lies.falsePlan ?? { plan: chain.upgradePlanAt(height) }
  if (plan === null) return new Uint8Array()
  return QueryCurrentPlanResponse.encode({ plan: planMessage(plan) }).finish()
}
