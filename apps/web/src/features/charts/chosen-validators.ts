import type { Charts } from '@roundsman/contract/networks/charts'
import type { Validator, ValidatorsList } from '@roundsman/contract/networks/validators'
import { useMemo } from 'react'
import { isProblem } from '../../data/api/errors.ts'
import { type Fetched, useFetch } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { type FoundValidator, missingValidatorsQuery } from '../../data/network/charts.ts'
import { validatorName } from '../../parts/validator-name.ts'
import { useKept } from '../../ui/use-kept.ts'

/** Whether two values would be written down alike. */
export function alike(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

const nobody: readonly number[] = []

/** The validators that the view names; the same as long as nothing of them is another. */
export function useChosenValidators(
  ids: readonly number[],
  list: ValidatorsList | undefined,
  charts: Fetched<Charts, null>,
): readonly ChosenValidator[] {
  const { client, network } = useServices()
  const listed = useMemo(
    () => (list === undefined ? null : new Map(list.validators.map((row) => [row.id, validatorName(row)]))),
    [list],
  )
  // Charts that came know everyone who was asked for; only where they did not, the server is asked about each.
  const isRefused = listed !== null && isProblem(charts.error, 'not_found')
  const suspects = isRefused ? ids.filter((id) => !listed.has(id)) : nobody
  const { known: found = [] } = useFetch(
    missingValidatorsQuery(client, { blockchainId: network.blockchain_id, validators: suspects }),
    null,
  )
  // The list is another with each block; what is taken from it here hardly ever is, and then nothing is drawn anew.
  return useKept(chosenValidators(ids, { listed, charts: charts.known, found }), alike)
}

/** A validator of the charts, by its line. */
export interface ChosenValidator {
  id: number
  /** null: nobody says. */
  name: string | null
  /** The list has it, the server has its past, or neither has it; null: not known yet. */
  membership: 'listed' | 'left' | 'unknown' | null
}

interface Known {
  /** By id; null before the list has come. */
  listed: ReadonlyMap<number, string> | null
  /** The last answer: the server gives none where it does not know one of those who were asked for. */
  charts: Charts | undefined
  /** What the server says of those who are not in the list, where the charts alone leave it open. */
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
    if (listed === null) return { id, name, membership: null }
    if (listed.has(id)) return { id, name, membership: 'listed' }
    if (answered.has(id)) return { id, name, membership: 'left' }
    const answer = asked.get(id)
    return { id, name, membership: answer === undefined ? null : answer.isKnown ? 'left' : 'unknown' }
  })
}

const count = 10

/** Ids of those with the most tokens, in their order; those of whom that is not known come last. */
export function topValidators(validators: readonly Validator[]): number[] {
  return [...validators]
    .sort((a, b) => (a.rank ?? Number.MAX_VALUE) - (b.rank ?? Number.MAX_VALUE))
    .slice(0, count)
    .map(({ id }) => id)
}
