import { useMatches, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useUnacknowledged } from '../../data/alerts/unacknowledged.ts'
import { useServices } from '../../data/services/services.ts'
import { useWindowName } from '../../ui/page/window-name.tsx'
import type { PageRules } from './pages.ts'

const mark =
  '<rect width="32" height="32" rx="8" fill="#666CFF"/><path d="M19.6 8.35a8.5 8.5 0 1 0 4.9 6.2" fill="none" stroke="#fff" stroke-width="2.7" stroke-linecap="round"/><circle cx="16" cy="16" r="3.3" fill="#fff"/><circle cx="23.1" cy="9.6" r="2.1" fill="#fff"/>'

/** As the navigation writes it: beyond 99 nobody counts any more. */
const written = (count: number) => (count > 99 ? '99+' : String(count))

/** The mark of public/favicon.svg with a count in its corner: at 16 px three letters are all that can be read. */
export function countedFavicon(count: number): string {
  const text = written(count)
  const width = 8 + 7 * text.length
  const badge = `<rect x="${32 - width}" y="14" width="${width}" height="18" rx="7" fill="#D32F3C"/><text x="${32 - width / 2}" y="27.5" fill="#fff" font-family="sans-serif" font-weight="700" font-size="13" text-anchor="middle">${text}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark}${badge}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Shows the mark in the browser's tab, with the count unless that is 0. */
export function showFavicon(document: Document, count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link) link.href = count === 0 ? '/favicon.svg' : countedFavicon(count)
}

const siteTitle = 'Blockchain Monitoring'

interface Props {
  /** Of the page; null where it has none of its own. */
  title: string | null
  /** Alerts that wait to be acknowledged; 0 also while nothing is known. */
  count?: number
}

/** The window is called after the network first: whoever has ten tabs open sees the beginning of each name (P117). */
export function WindowTitle({ title, count = 0 }: Props) {
  const { network } = useServices()
  const parts = [network.name, title, siteTitle].filter((part) => part !== null).join(' · ')
  const text = count === 0 ? parts : `(${written(count)}) ${parts}`
  useEffect(() => {
    document.title = text
  }, [text])
  useEffect(() => {
    showFavicon(document, count)
    return () => showFavicon(document, 0)
  }, [count])
  return null
}

/** Called after what the page is about, and with the number that the navigation has (P530): a tab in the background shows both. */
export function WindowTitleWithCount({ title }: Pick<Props, 'title'>) {
  const name = useWindowName()
  return <WindowTitle title={name ?? title} count={useUnacknowledged() ?? 0} />
}

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

/** The rules of the page that is open. */
export function usePage(): PageRules | undefined {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
}
