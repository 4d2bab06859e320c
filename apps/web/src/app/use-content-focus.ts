import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** A new page begins at its content, for the keyboard as for the eye; unless a field of it has taken the focus. */
export function useContentFocus(): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(pathname)
  useEffect(() => {
    const content = document.getElementById('content')
    if (before.current !== undefined && before.current !== pathname && !hasField(content))
      content?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
}

const hasField = (content: HTMLElement | null) =>
  document.activeElement !== content && content?.contains(document.activeElement) === true
