import { type ComponentProps, createElement } from 'react'

interface Props extends ComponentProps<'button'> {
  /** Where it leads; then it is a link. */
  href?: string
}

/**
 * The element behind every button. One that loads takes no press, which the library sees to, and keeps the focus: a
 * disabled element loses it, and whoever uses a keyboard is back at the beginning of the page (P702).
 */
export function ButtonElement({ href, disabled, tabIndex, ...given }: Props) {
  if (href !== undefined) return createElement('a', { ...given, href, tabIndex })
  const isLoading = disabled === true && loads(given.className)
  const state = isLoading ? { 'aria-disabled': true, tabIndex: 0 } : { disabled, tabIndex }
  return <button {...given} {...state} />
}

/** The library says so by a class alone. */
function loads(className: string | undefined): boolean {
  return /\bMui(Icon)?Button-loading\b/.test(className ?? '')
}
