import type { EmotionCache } from '@emotion/cache'
import { css, type CSSObject as Rules } from '@emotion/react'
import type { CSSObject, Theme } from '@mui/material/styles'
import {
  type ComponentProps,
  createContext,
  createElement,
  type FunctionComponent,
  type JSX,
  use,
} from 'react'

/** Where the rules of a direction are kept, and what they are made of. */
export interface Sheet {
  cache: EmotionCache
  theme: Theme
}

/** Of the direction that is drawn (ui/theme/theme-root.tsx). */
export const SheetContext = createContext<Sheet | null>(null)

type Styles = CSSObject | ((given: { theme: Theme }) => CSSObject)

/**
 * Rules for elements, which do not depend on their properties: what differs is an attribute that the rules name. So they
 * are made once for each direction, and drawing an element with them costs no more than drawing it: a styled component
 * of the library makes and compares its rules each time (docs/decisions/022-slow-phone.md). What it gives is a hook for
 * the name of their class.
 */
export function styleClass(styles: Styles): () => string {
  const names = new WeakMap<EmotionCache, string>()
  return function useStyleClass() {
    const sheet = use(SheetContext)
    // Outside of the theme, as in a test of a part alone, nothing has a style.
    if (sheet === null) return ''
    const known = names.get(sheet.cache)
    if (known !== undefined) return known
    const name = insert(sheet, styles)
    names.set(sheet.cache, name)
    return name
  }
}

interface Other {
  /** The element, where it is another one than usual. */
  as?: keyof JSX.IntrinsicElements
}

/** An element with rules of its own (`styleClass`). */
export function styled<T extends keyof JSX.IntrinsicElements>(tag: T) {
  return (styles: Styles): FunctionComponent<ComponentProps<T> & Other> => {
    const useName = styleClass(styles)
    return function Styled(props) {
      const name = useName()
      const { className, as = tag, ...rest } = props
      return createElement(as, { ...rest, className: className ? `${name} ${className}` : name })
    }
  }
}

/** Writes the rules into the sheet of the page; gives the name of their class. */
function insert({ cache, theme }: Sheet, styles: Styles): string {
  const given = typeof styles === 'function' ? styles({ theme }) : styles
  const rules = css(isRules(given) ? given : {})
  const name = `${cache.key}-${rules.name}`
  if (cache.inserted[rules.name] === undefined) cache.insert(`.${name}`, rules, cache.sheet, true)
  return name
}

/** The libraries say otherwise what may stand in rules, and mean the same. */
function isRules(styles: unknown): styles is Rules {
  return typeof styles === 'object' && styles !== null
}
