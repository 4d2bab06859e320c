import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { sayWrong } from '../ui/say.ts'
import { useKept } from '../ui/use-kept.ts'
import { type ColumnChoice, type ColumnRules, choiceOf, readChoice, shownColumns } from './column-choice.ts'
import { useAction } from './operation.ts'
import { changePreferences, preferenceScope } from './preferences.ts'
import { useServices } from './services.ts'
import { usePersisted } from './use-persisted.ts'
import { usePreferences } from './use-preferences.ts'

/**
 * Which columns of a table a user wants, and in which order: kept with the account, for every network and device, and
 * beside it in this browser, so that nothing moves once the account has answered (P112, P119).
 * @param table its name in the preferences
 */
export function useTableColumns<Id extends string>(
  table: string,
  rules: ColumnRules<Id>,
): [choice: ColumnChoice<Id>, choose: (choice: ColumnChoice<Id>) => void] {
  const services = useServices()
  const { t } = useTranslation()
  const known = usePreferences()
  const [here, setHere] = usePersisted<ColumnChoice<Id>>(`${table}.columns`, (text) =>
    readChoice(text, rules),
  )
  const save = useAction(
    (choice: ColumnChoice<Id>) =>
      changePreferences(services, (before) => ({
        ...before,
        tables: { ...before.tables, [table]: { columns: shownColumns(choice) } },
      })),
    { onError: () => sayWrong(t('list.columnsNotKept')), scope: preferenceScope },
  )
  // What was chosen while another choice was being saved.
  const isBehind = !save.loading && save.error === null && save.input !== undefined && save.input !== here
  useEffect(() => {
    if (isBehind) save.run(here)
  })
  const shown = known?.tables[table]?.columns
  const isNewer = save.loading || save.error !== null || isBehind
  // Where a hidden column would stand only the browser knows that hid it.
  const isHere = isNewer || shown === undefined || shown.join() === shownColumns(here).join()
  const choice = useKept(isHere ? here : choiceOf(shown, rules), sameChoice)
  return [
    choice,
    (wanted) => {
      setHere(wanted)
      save.run(wanted)
    },
  ]
}

function sameChoice(a: ColumnChoice<string>, b: ColumnChoice<string>): boolean {
  return JSON.stringify([a.order, a.hidden]) === JSON.stringify([b.order, b.hidden])
}
