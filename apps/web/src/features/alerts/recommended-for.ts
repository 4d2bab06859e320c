import { type AlertSetting, conditionIdOf } from '@roundsman/contract/alerts'
import { recommendedSets, type RecommendedSet } from './recommended.data.ts'

const names = Object.keys(recommendedSets) as RecommendedSet[]

/** The recommended sets that say anything of some settings: who only delegates has no bridge. */
export function recommendedFor(settings: readonly Pick<AlertSetting, 'id'>[]): RecommendedSet[] {
  const conditions = new Set(settings.map(({ id }) => conditionIdOf(id)))
  return names.filter((name) => recommendedSets[name].some(({ condition }) => conditions.has(condition)))
}
