/** Channels of programs, which get each alert; all others are people's. */
export const programs: readonly string[] = ['webhook', 'pagerduty']

interface IncidentNames {
  /** Of a team negative. */
  userId: number
  networkId: number
  target: string
  condition: number
}

/** Names what goes on for one reader, however often it began. */
export const incidentOf = ({ userId, networkId, target, condition }: IncidentNames) =>
  `roundsman/${userId < 0 ? `team-${-userId}` : userId}/${networkId}/${target}/${condition}`

/** Null where it is none of ours. */
export function incidentIn(name: string): IncidentNames | null {
  const [, team, id, networkId, target, condition] =
    /^roundsman\/(team-)?(\d{1,9})\/(\d{1,9})\/([\w:]{1,60})\/(\d{1,6})$/.exec(name) ?? []
  if (target === undefined) return null
  const userId = team === undefined ? Number(id) : -Number(id)
  return { userId, networkId: Number(networkId), target, condition: Number(condition) }
}
