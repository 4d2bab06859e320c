import type { Language } from '@roundsman/contract/accounts/users'

import type { PageParts } from './page-parts.ts'

/**
 * Asks beside the program for what it would find out late: the parts of the page that the address names, its texts
 * and its font (P107).
 */
export function preloadParts({ fonts, pages }: PageParts, language: Language, nonce: string): void {
  const page = pages.find(({ path }) => isAt(path, location.pathname))
  const link = (href: string, more: Partial<HTMLLinkElement>) => {
    document.head.append(
      Object.assign(document.createElement('link'), more, { href, nonce, crossOrigin: '' }),
    )
  }
  for (const file of [...(page?.parts ?? []), ...(page?.texts[language] ?? [])])
    link(file, { rel: 'modulepreload' })
  for (const file of fonts) link(file, { rel: 'preload', as: 'font', type: 'font/woff2' })
}

/** `$name` in a path stands for whatever the address has there. */
function isAt(path: string, address: string): boolean {
  const [given, wanted] = [address.split('/'), path.split('/')]
  return given.length === wanted.length && wanted.every((one, at) => one.startsWith('$') || one === given[at])
}
