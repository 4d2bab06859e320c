import type { BridgesList } from '@roundsman/contract/bridges'
import type { Validator } from '@roundsman/contract/validators'
import { useMemo } from 'react'
import { lateBridgesQuery } from '../../data/bridges/late-bridges-query.ts'
import { type Fetched, useFetch } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import type { AlertsSearch } from './alerts-search.ts'
import { bridgesToChoose, type Choices, withOwnIds } from './choices.ts'
import { kindOf, type Target, targetOf } from './target.ts'

interface Found {
  choices: Choices
  /** Asked for where the network has any. */
  bridges: Fetched<BridgesList, null>
  /** What the address chooses of it; null: nothing. */
  chosen: Target | null
}

/** What there is to set alerts for, and what an address chooses of it (P130, P234). */
export function useChoices(validators: readonly Validator[], search: AlertsSearch): Found {
  const { client, network } = useServices()
  const hasBridges = network.is_da_enabled
  const bridges = useFetch({ ...lateBridgesQuery(client, network.blockchain_id), enabled: hasBridges }, null)
  const listed = bridges.known?.bridges
  const networkHeight = bridges.known?.network_height ?? null
  const toChoose = useMemo(() => bridgesToChoose(listed ?? []), [listed])
  const choices = useMemo(
    () => ({ validators, bridges: toChoose, networkHeight }),
    [validators, toChoose, networkHeight],
  )
  const chosen = useMemo(() => {
    const named = targetOf(search)
    return named === null || (kindOf(named) === 'bridges' && !hasBridges)
      ? null
      : withOwnIds(named, listed ?? [])
  }, [search, hasBridges, listed])
  return { choices, bridges, chosen }
}
