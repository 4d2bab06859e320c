import { idsInSearch } from '../../parts/ids-in-search.ts'

/** What the address of the charts may say, as text. Small: every first load has it. */
export interface ChartsSearch {
  /** Ids, in the order of their lines. */
  validator?: readonly string[]
  /** One metric; without it all of them. */
  metric?: string
  /** Without it 24 hours. */
  range?: string
  /** The part that is zoomed to, Unix seconds. */
  from?: string
  to?: string
  /** The data as tables. */
  table?: string
}

const shapes = {
  metric: /^(uptime|power|commission)$/,
  range: /^(h1|7d|30d)$/,
  from: /^\d{10}$/,
  to: /^\d{10}$/,
  table: /^1$/,
}
/** As many as one call takes (the contract's `chartValidators`, whose schemas the first view does not load). */
const mostValidators = 100

/** Takes from an address what it understands; everything else is the default. */
export function parseChartsSearch(search: Readonly<Record<string, unknown>>): ChartsSearch {
  const validator = idsInSearch(search['validator'], mostValidators)
  const known: ChartsSearch = Object.fromEntries(
    Object.entries(shapes).flatMap(([key, shape]) => {
      const text = search[key]
      return typeof text === 'string' && shape.test(text) ? [[key, text]] : []
    }),
  )
  const { from, to, ...rest } = known
  // A zoom has two ends.
  const zoom = from !== undefined && to !== undefined && Number(from) < Number(to) ? { from, to } : {}
  return { ...(validator.length > 0 ? { validator } : {}), ...rest, ...zoom }
}
