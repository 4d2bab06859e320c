import type { Queryable } from '../../../platform/db/database.ts'
import { teamsAlone } from '../record/team-readers.store.ts'
import type { AlertFacts, Reader } from '../texts/writing.ts'

interface Told {
  id: number
  facts: AlertFacts
}

/**
 * A message's reader with the team through which alone all of it comes to them (A146); or, where only some of it does, those alerts with
 * theirs (E400): not of a target of which they want anything themselves.
 */
export async function withTeams<T extends Told>(
  orm: Queryable,
  { reader, userId }: { reader: Reader; userId: number },
  alerts: readonly T[],
): Promise<{ reader: Reader; alerts: T[] }> {
  const teams = await teamsAlone(
    orm,
    userId,
    alerts.map(({ id }) => id),
  )
  const ofAll = (some: readonly T[]) => {
    const [first, ...others] = some.map(({ id }) => teams.get(id) ?? [])
    return first?.find((name) => others.every((names) => names.includes(name)))
  }
  const team = ofAll(alerts)
  if (team !== undefined) return { reader: { ...reader, team }, alerts: [...alerts] }
  const named = alerts.map((one) => {
    const { facts } = one
    return {
      ...one,
      facts: { ...facts, team: ofAll(alerts.filter((other) => other.facts.target === facts.target)) },
    }
  })
  return { reader, alerts: named }
}
