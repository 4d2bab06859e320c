import { QueryCurrentPlanResponse } from 'cosmjs-types/cosmos/upgrade/v1beta1/query'
import { Plan } from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import type { UpgradePlan } from './domain.ts'
import { safe, text } from './protobuf.ts'

export const CURRENT_PLAN = '/cosmos.upgrade.v1beta1.Query/CurrentPlan'

/** An answer without a plan says that none is planned. */
export function decodeCurrentPlan(bytes: Uint8Array): { plan: UpgradePlan | null } {
  const { plan } = QueryCurrentPlanResponse.decode(bytes)
  if (plan === undefined) return { plan: null }
  return { plan: toPlan(plan) }
}

/** A plan as its store keeps it. */
export function decodePlanRecord(bytes: Uint8Array): UpgradePlan {
  return toPlan(Plan.decode(bytes))
}

function toPlan({ name, height }: Plan): UpgradePlan {
  return { name: text(name), height: safe(height) }
}
