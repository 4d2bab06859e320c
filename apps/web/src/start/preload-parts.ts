import type { Language } from '@roundsman/contract/accounts/users'
import type { PageParts } from './page-parts.ts'

type Part = PageParts['pages'][number]

/** The page that the address names; none where there is no such page. */
export function pageAt({ pages }: PageParts, address: string): Part | undefined {
  return pages.find(({ path }) => isAt(path, address))
}

/**
 * Asks beside the program for what it would find out late: the parts of the page that the address names, and its texts
 * (P107). The font comes when the program is there and draws the page: on its way beside it, it would hold it up (P506).
 */
export function preloadParts(
  page: Part | undefined,
  { fonts }: Pick<PageParts, 'fonts'>,
  language: Language,
  nonce: string,
): void {
  const link = (href: string, more: Partial<HTMLLinkElement>) => {
    document.head.append(
      Object.assign(document.createElement('link'), more, { href, nonce, crossOrigin: '' }),
    )
  }
  for (const file of [...(page?.parts ?? []), ...(page?.texts[language] ?? [])])
    link(file, { rel: 'modulepreload' })
  // By then modules have been run.
  document.addEventListener('DOMContentLoaded', () => {
    for (const file of fonts) link(file, { rel: 'preload', as: 'font', type: 'font/woff2' })
  })
}

/** `$name` in a path stands for whatever the address has there. */
function isAt(path: string, address: string): boolean {
  const [given, wanted] = [address.split('/'), path.split('/')]
  return given.length === wanted.length && wanted.every((one, at) => one.startsWith('$') || one === given[at])
}
