import type { Charts } from '@roundsman/contract/charts'
import type { FoundValidator } from '../../data/standing-query.ts'

/** A validator of the charts, by its line. */
export interface ChosenValidator {
  id: number
  /** null: nobody says. */
  name: string | null
  /** The list has it, the server has its past, or neither has it; null: not known yet. */
  standing: 'listed' | 'left' | 'unknown' | null
}

interface Known {
  /** By id; null before the list has come. */
  listed: ReadonlyMap<number, string> | null
  /** The last answer: the server gives none where it does not know one of those who were asked for. */
  charts: Charts | undefined
  /** What the server says of those who are not in the list, where the charts alone do not tell. */
  found: readonly FoundValidator[]
}

/** The chosen validators in their order: whom the list does not have has left, unless the server says that it never was. */
export function chosenValidators(
  ids: readonly number[],
  { listed, charts, found }: Known,
): ChosenValidator[] {
  const answered = new Map(
    Object.values(charts?.metrics ?? {}).flatMap((series) =>
      series.map(({ validator_id: id, moniker }) => [id, moniker] as const),
    ),
  )
  const asked = new Map(found.map((one) => [one.id, one]))
  return ids.map((id) => {
    const name = listed?.get(id) ?? answered.get(id) ?? asked.get(id)?.moniker ?? null
    if (listed === null) return { id, name, standing: null }
    if (listed.has(id)) return { id, name, standing: 'listed' }
    if (answered.has(id)) return { id, name, standing: 'left' }
    const said = asked.get(id)
    return { id, name, standing: said === undefined ? null : said.isKnown ? 'left' : 'unknown' }
  })
}
