import { useEffect } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { showError } from '../../ui/toast.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useAction } from '../api/operation.ts'
import { changePreferences, preferenceScope, usePreferences } from './preferences.ts'
import { usePersisted, useServices } from './services.ts'

/** Which columns of a table a user wants, in which order. */
export interface ColumnChoice<Id extends string> {
  /** Every column that can be moved, those that are hidden too. */
  order: readonly Id[]
  hidden: readonly Id[]
}

/** What can be chosen of a table. */
export interface ColumnRules<Id extends string> {
  /** Every column that can be moved, in the order shown to who has chosen nothing. */
  standard: readonly Id[]
  /** Those that cannot be hidden. */
  always: readonly Id[]
  /** Those that only who wants them sees. */
  hiddenAtFirst?: readonly Id[]
}

export function standardChoice<Id extends string>({
  standard,
  hiddenAtFirst = [],
}: ColumnRules<Id>): ColumnChoice<Id> {
  return { order: standard, hidden: hiddenAtFirst }
}

/** What the account keeps of a choice: the columns that are shown, in their order. */
export function shownColumns<Id extends string>({ order, hidden }: ColumnChoice<Id>): Id[] {
  return order.filter((id) => !hidden.includes(id))
}

/** The choice of an account. A column that it does not name is hidden. */
export function choiceOf<Id extends string>(
  shown: readonly string[],
  rules: ColumnRules<Id>,
): ColumnChoice<Id> {
  const hidden = rules.standard.filter((id) => !shown.includes(id) && !rules.always.includes(id))
  return { order: completeOrder(shown, rules.standard), hidden }
}

/** The choice as a browser kept it, value by value: what it does not understand is as the standard has it. */
export function readChoice<Id extends string>(text: string | null, rules: ColumnRules<Id>): ColumnChoice<Id> {
  const { order, hidden } = readObject(text)
  const named: readonly unknown[] = Array.isArray(order) ? order : []
  // What came after that choice was made is as it is at first.
  const isNew = (id: Id) => !named.includes(id) && rules.hiddenAtFirst?.includes(id) === true
  const isHidden = (id: Id) => Array.isArray(hidden) && hidden.includes(id) && !rules.always.includes(id)
  return {
    order: completeOrder(named, rules.standard),
    hidden: rules.standard.filter((id) => isHidden(id) || isNew(id)),
  }
}

/** The choice with a column some places further on; it stops at either end. */
export function movedColumn<Id extends string>(
  choice: ColumnChoice<Id>,
  id: Id,
  by: number,
): ColumnChoice<Id> {
  const others = choice.order.filter((other) => other !== id)
  const at = Math.min(others.length, Math.max(0, choice.order.indexOf(id) + by))
  return { ...choice, order: [...others.slice(0, at), id, ...others.slice(at)] }
}

/** A column that is not named stands behind the one that it follows in the standard. */
function completeOrder<Id extends string>(named: readonly unknown[], standard: readonly Id[]): Id[] {
  const known = [...new Set(named)].flatMap((name) => standard.find((id) => id === name) ?? [])
  return standard.reduce<Id[]>((order, id, at) => {
    if (order.includes(id)) return order
    const before = standard[at - 1]
    const place = before === undefined ? 0 : order.indexOf(before) + 1
    return [...order.slice(0, place), id, ...order.slice(place)]
  }, known)
}

function readObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

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
    { onError: () => showError(t('list.columnsNotKept')), scope: preferenceScope },
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
