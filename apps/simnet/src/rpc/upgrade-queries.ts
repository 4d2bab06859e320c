import { QueryCurrentPlanResponse } from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import type { Chain } from '../chain/create-chain.ts'
import { planMessage } from '../stores/store-trees.ts'

/** cosmos.upgrade.v1beta1.Query/CurrentPlan; no bytes at all where nothing is planned. */
export function currentPlanQuery(chain: Chain, height: number): Uint8Array {
  const plan = chain.upgradePlanAt(height)
  if (plan === null) return new Uint8Array()
  return QueryCurrentPlanResponse.encode({ plan: planMessage(plan) }).finish()
}
