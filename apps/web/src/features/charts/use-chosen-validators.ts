import type { Charts } from '@roundsman/contract/charts'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { useMemo } from 'react'
import { isProblem } from '../../data/errors.ts'
import { type Fetched, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { standingQuery } from '../../data/standing-query.ts'
import { shortAddress } from '../../parts/validator-name.tsx'
import { useKept } from '../../ui/use-kept.ts'
import { alike } from './alike.ts'
import { type ChosenValidator, chosenValidators } from './chosen-validators.ts'

const nobody: readonly number[] = []

/** The validators that the view names; the same as long as nothing of them is another. */
export function useChosenValidators(
  ids: readonly number[],
  list: ValidatorsList | undefined,
  charts: Fetched<Charts, null>,
): readonly ChosenValidator[] {
  const { client, network } = useServices()
  const listed = useMemo(
    () =>
      list === undefined
        ? null
        : new Map(list.validators.map((row) => [row.id, row.moniker ?? shortAddress(row.consensus_address)])),
    [list],
  )
  // Charts that came know everyone who was asked for; only where they did not, the server is asked about each.
  const isRefused = listed !== null && isProblem(charts.error, 'not_found')
  const suspects = isRefused ? ids.filter((id) => !listed.has(id)) : nobody
  const { known: found = [] } = useFetch(
    standingQuery(client, { blockchainId: network.blockchain_id, validators: suspects }),
    null,
  )
  // The list is another with each block; what is taken from it here hardly ever is, and then nothing is drawn anew.
  return useKept(chosenValidators(ids, { listed, charts: charts.known, found }), alike)
}
