import { useTheme } from '@mui/material/styles'
import {
  createContext,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  use,
  useCallback,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from 'react'

/** The place of a control among those that are one stop of Tab: a row by its name, and a column from 0 on. */
interface Place {
  row: string
  column: number
}
/** Rows from top to bottom, each with the columns in which it has a control that can be pressed. */
export type StopRows = readonly { row: string; columns: readonly number[] }[]

const page = 10
const vertical: readonly string[] = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']

/**
 * Where a key leads from a place; null: nowhere else, or the key is none of these. Arrows, Page, Home and End, the latter
 * with Ctrl to the first and the last of all; in a list, which has one column, without it.
 *
 * @param wanted column that somebody is in, which rows that are passed may not have
 */
export function nextPlace(
  rows: StopRows,
  { row, column }: Place,
  { key, ctrl, wanted }: { key: string; ctrl: boolean; wanted: number },
): Place | null {
  const at = rows.findIndex((one) => one.row === row)
  const columns = rows[at]?.columns
  if (columns === undefined) return null
  const inRow = (to: number | undefined) => (to === undefined ? null : { row, column: to })
  const isList = rows.every((one) => one.columns.length === 1)
  switch (key) {
    case 'ArrowDown':
      return inColumn(rows, at + 1, wanted)
    case 'ArrowUp':
      return inColumn(rows, at - 1, wanted)
    case 'PageDown':
      return inColumn(rows, Math.min(rows.length - 1, at + page), wanted)
    case 'PageUp':
      return inColumn(rows, Math.max(0, at - page), wanted)
    case 'ArrowRight':
      return inRow(columns[columns.indexOf(column) + 1])
    case 'ArrowLeft':
      return inRow(columns[columns.indexOf(column) - 1])
    case 'Home':
      return ctrl || isList ? inColumn(rows, 0, 0) : inRow(columns[0])
    case 'End':
      return ctrl || isList ? inColumn(rows, rows.length - 1, Number.MAX_SAFE_INTEGER) : inRow(columns.at(-1))
    default:
      return null
  }
}

/** The control of a row that stands in the wanted column, else the nearest before it. */
function inColumn(rows: StopRows, at: number, wanted: number): Place | null {
  const to = rows[at]
  const column = to && (to.columns.findLast((one) => one <= wanted) ?? to.columns[0])
  return to === undefined || column === undefined ? null : { row: to.row, column }
}

/** Which of the controls Tab reaches. */
interface Stop {
  current: () => string | null
  become: (place: Place) => void
  /** The column that somebody is in, which rows that are passed may not have. */
  wanted: () => number
  /** Moves the focus; in a column, that one stays wanted. */
  move: (focus: () => void, inColumn: boolean) => void
  /** Somebody is at a control. */
  arrive: (place: Place) => void
  watch: (run: () => void) => () => void
}

const StopContext = createContext<Stop | null>(null)

const nameOf = ({ row, column }: Place) => `${row}/${column}`
const isPressable = (control: HTMLElement) => !(control instanceof HTMLInputElement && control.disabled)

/** What a control has that is one of many: where it stands, and whether Tab reaches it. */
export function useStop(
  row: string,
  column = 0,
): { 'data-row': string; 'data-column': number; tabIndex: 0 | -1 } {
  const stop = use(StopContext)
  const name = nameOf({ row, column })
  const isCurrent = useSyncExternalStore(
    useCallback((run) => stop?.watch(run) ?? (() => undefined), [stop]),
    () => stop === null || stop.current() === name,
  )
  return { 'data-row': row, 'data-column': column, tabIndex: isCurrent ? 0 : -1 }
}

function createStop(): Stop {
  let current: string | null = null
  let wanted = 0
  let isPassing = false
  const watching = new Set<() => void>()

  function become(place: Place): void {
    const name = nameOf(place)
    if (name === current) return
    current = name
    for (const run of watching) run()
  }
  return {
    current: () => current,
    become,
    wanted: () => wanted,
    move(focus, inColumn) {
      isPassing = inColumn
      focus()
      isPassing = false
    },
    arrive(place) {
      become(place)
      if (!isPassing) wanted = place.column
    },
    watch(run) {
      watching.add(run)
      return () => watching.delete(run)
    },
  }
}

interface RovingProps {
  /** Draws what holds the controls, which takes these. */
  children: (holder: {
    ref: RefCallback<HTMLElement>
    onKeyDown: (event: KeyboardEvent) => void
    onFocus: (event: FocusEvent) => void
    'aria-describedby'?: string
  }) => ReactNode
}

/**
 * Makes many controls (`useStop`) one stop of Tab: arrows go from one to the next. Tab comes back to the one that was
 * left, at first to the one that is chosen (`aria-current`), else to the first.
 */
export function Roving({ children }: RovingProps) {
  const { direction } = useTheme()
  const [stop] = useState(createStop)
  const [holder, setHolder] = useState<HTMLElement | null>(null)
  // What Tab reached may have gone away; whatever is drawn then has it.
  useLayoutEffect(() => {
    const controls = controlsIn(holder)
    if (controls.some((one) => nameOf(placeOf(one)) === stop.current())) return
    const first = controls.find((one) => one.getAttribute('aria-current') === 'true') ?? controls[0]
    if (first) stop.become(placeOf(first))
  })
  const onFocus = ({ target }: FocusEvent) => {
    const control = controlsIn(holder).find((one) => one === target)
    if (control) stop.arrive(placeOf(control))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const controls = controlsIn(holder)
    // A popover that one of them opened stands elsewhere in the document.
    const control = controls.find((one) => one === event.target)
    if (control === undefined || event.altKey || event.metaKey) return
    const key = direction === 'rtl' ? turned(event.key) : event.key
    const keys = { key, ctrl: event.ctrlKey, wanted: stop.wanted() }
    const next = nextPlace(rowsOf(controls), placeOf(control), keys)
    if (next === null) return
    event.preventDefault()
    const to = controls.find((one) => nameOf(placeOf(one)) === nameOf(next))
    stop.move(() => to?.focus(), vertical.includes(key))
  }
  return <StopContext value={stop}>{children({ ref: setHolder, onKeyDown, onFocus })}</StopContext>
}

function controlsIn(holder: HTMLElement | null): HTMLElement[] {
  return [...(holder?.querySelectorAll<HTMLElement>('[data-row][data-column]') ?? [])].filter(isPressable)
}

function placeOf({ dataset }: HTMLElement): Place {
  return { row: dataset['row'] ?? '', column: Number(dataset['column']) }
}

function rowsOf(controls: readonly HTMLElement[]): StopRows {
  const rows = new Map<string, number[]>()
  for (const { row, column } of controls.map(placeOf)) rows.set(row, [...(rows.get(row) ?? []), column])
  return [...rows].map(([row, columns]) => ({ row, columns }))
}

function turned(key: string): string {
  if (key === 'ArrowLeft') return 'ArrowRight'
  return key === 'ArrowRight' ? 'ArrowLeft' : key
}
