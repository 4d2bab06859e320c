import type { SvgIconComponent } from '@mui/icons-material'
import type { Ability } from '@roundsman/contract/abilities'
import type { PageSettings } from '../data/effective-settings.ts'
import type texts from '../i18n/en.json'
import type { PageTexts } from '../i18n/page-texts.ts'
import type shellTexts from '../i18n/shell.en.json'
import type { RawSearch } from './search-text.ts'

/** A key of the catalogue under `nav`. */
export type NavTitle = keyof typeof shellTexts.nav

/** Everything that the site knows of one of its pages. */
export interface PageRules {
  /** With `$name` for what an address says in that place. */
  path: string
  /** Of pages in the shell, as in the navigation. */
  title?: NavTitle
  /** Of the window, for the other pages. */
  windowTitle?: keyof typeof texts.windowTitle
  /** shell: bar, navigation, footer; halves: the sign-in layout; plain: nothing around it. */
  layout: 'shell' | 'halves' | 'plain'
  /** Whom the page is for; the others are sent elsewhere (guards.ts). */
  guard: 'members' | 'guests' | 'none'
  /** The file of its component below src/, loaded when the page is opened. `sign-in-page.tsx` exports SignInPage. */
  screen: string
  /** Without it the page is refused. Pages for guests and those of faults ask for none. */
  permission?: Ability
  /** Its entry in the navigation, which has the order of the list of pages. */
  nav?: { icon: SvgIconComponent; badge?: 'alerts'; below?: string }
  /** Exists only where the network has data availability. */
  needsDa?: boolean
  /** Settings of the frame that this page has whatever the user's are; never kept. */
  settings?: PageSettings
  /** Where content that is narrower than the page stands. */
  align?: 'centre' | 'end'
  /** Texts of its own, besides those of its layout. */
  texts?: readonly PageTexts[]
  /**
   * What the page understands of a query; everything else is dropped from the address. Without it, nothing is
   * understood. `as-is`: the page reads the query letter by letter, and it stays.
   */
  search?: ((raw: RawSearch) => object) | 'as-is'
}

/** Registers a page: router, navigation, budgets, scenes and benchmarks read what stands here, and nothing else. */
export function pageRoute<const P extends PageRules>(page: P): P {
  return page
}
