/** Channels of programs, which get each alert; all others are people's. */
export const programs: readonly string[] = ['webhook', 'pagerduty']

/** What a program (PagerDuty) takes for one thing, however often it began: a condition of a target, of one reader. */
interface DedupKey {
  /** Of a team negative. */
  userId: number
  networkId: number
  target: string
  condition: number
}

/** As its `dedup_key`. */
export const dedupKeyOf = ({ userId, networkId, target, condition }: DedupKey) =>
  `roundsman/${userId < 0 ? `team-${-userId}` : userId}/${networkId}/${target}/${condition}`

/** Null where it is none of ours. */
export function readDedupKey(name: string): DedupKey | null {
  const [, team, id, networkId, target, condition] =
    /^roundsman\/(team-)?(\d{1,9})\/(\d{1,9})\/([\w:]{1,60})\/(\d{1,6})$/.exec(name) ?? []
  if (target === undefined) return null
  const userId = team === undefined ? Number(id) : -Number(id)
  return { userId, networkId: Number(networkId), target, condition: Number(condition) }
}
