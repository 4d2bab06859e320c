import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** A new page begins at its content, for the keyboard as for the eye; unless a field of it has taken the focus. */
export function useContentFocus(): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  // Who leaves a page before it is there has been on it.
  const first = useRouterState({ select: (state) => state.location.pathname })
  const before = useRef(pathname ?? first)
  useEffect(() => {
    if (pathname === undefined) return
    const content = document.getElementById('content')
    if (before.current !== pathname && !hasField(content)) content?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
}

const hasField = (content: HTMLElement | null) =>
  document.activeElement !== content && content?.contains(document.activeElement) === true
