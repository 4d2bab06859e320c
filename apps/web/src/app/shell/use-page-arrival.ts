import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageRules } from '../page-route.ts'
import { useContentFocus } from '../use-content-focus.ts'

const siteTitle = 'Blockchain Monitoring'

/** The title of the window follows the page, and so does the keyboard: a new page begins at its content. */
export function usePageArrival(page: PageRules | undefined): void {
  const { t } = useTranslation('shell')
  const title = page?.title ? t(`nav.${page.title}`) : null
  useEffect(() => {
    document.title = title === null ? siteTitle : `${title} · ${siteTitle}`
    return () => {
      document.title = siteTitle
    }
  }, [title])
  useContentFocus()
}
