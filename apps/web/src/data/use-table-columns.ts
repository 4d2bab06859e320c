import type { Preferences } from '@roundsman/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { sayWrong } from '../ui/say.ts'
import type { ApiClient } from './api-client.ts'
import { useAction, useFetch } from './operation.ts'
import { useServices } from './services.ts'
import { usePersisted } from './use-persisted.ts'

const none: Preferences = { favourite_validators: [], tables: {} }

function preferencesQuery(client: ApiClient) {
  return queryOptions({
    queryKey: ['preferences'],
    queryFn: ({ signal }) => client.call('preferences', { signal }),
    // Changed by this page, or on another device a while ago.
    staleTime: 300_000,
  })
}

/**
 * Which columns of a table a user hides: kept with the account, for every network and device, and beside it in this
 * browser, so that nothing moves once the account has answered (P112).
 * @param table its name in the preferences
 * @param optional every column that can be hidden
 */
export function useTableColumns<Id extends string>(
  table: string,
  optional: readonly Id[],
): [hidden: Id[], setHidden: (hidden: Id[]) => void] {
  const { client, queries } = useServices()
  const { t } = useTranslation()
  const query = preferencesQuery(client)
  const { known } = useFetch(query, none)
  const [here, setHere] = usePersisted<Id[]>(`${table}.hiddenColumns`, (text) => hiddenHere(text, optional))
  const save = useAction(
    async (hidden: Id[]) => {
      // The call replaces all preferences, and another tab may have changed others.
      const before = await client.call('preferences')
      const columns = optional.filter((id) => !hidden.includes(id))
      const body = { ...before, tables: { ...before.tables, [table]: { columns } } }
      queries.setQueryData(query.queryKey, await client.call('updatePreferences', { body }))
    },
    { onError: () => sayWrong(t('list.columnsNotKept')) },
  )
  // What was chosen while another choice was being saved.
  const isBehind = !save.loading && save.error === null && save.input !== undefined && save.input !== here
  useEffect(() => {
    if (isBehind) save.run(here)
  })
  const shown = known?.tables[table]?.columns
  const ofAccount = shown && optional.filter((id) => !shown.includes(id))
  const isNewer = save.loading || save.error !== null || isBehind
  return [
    isNewer || ofAccount === undefined ? here : ofAccount,
    (hidden) => {
      setHere(hidden)
      save.run(hidden)
    },
  ]
}

/** Hidden columns as the browser kept them; what is not an optional column is left out. */
function hiddenHere<Id extends string>(text: string | null, optional: readonly Id[]): Id[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(kept) ? optional.filter((id) => kept.includes(id)) : []
  } catch {
    return []
  }
}
