import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageRules } from '../pages.ts'

const siteTitle = 'Blockchain Monitoring'

/** The title of the window follows the page, and so does the keyboard: a new page begins at its content. */
export function usePageArrival(page: PageRules | undefined): void {
  const { t } = useTranslation('shell')
  const title = page?.title ? t(`nav.${page.title}`) : null
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  const before = useRef(pathname)
  useEffect(() => {
    document.title = title === null ? siteTitle : `${title} · ${siteTitle}`
    return () => {
      document.title = siteTitle
    }
  }, [title])
  useEffect(() => {
    if (before.current !== undefined && before.current !== pathname)
      document.getElementById('content')?.focus({ preventScroll: true })
    before.current = pathname
  }, [pathname])
}
