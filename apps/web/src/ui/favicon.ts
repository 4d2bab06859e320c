const mark =
  '<rect width="32" height="32" rx="8" fill="#666CFF"/><path d="M19.6 8.35a8.5 8.5 0 1 0 4.9 6.2" fill="none" stroke="#fff" stroke-width="2.7" stroke-linecap="round"/><circle cx="16" cy="16" r="3.3" fill="#fff"/><circle cx="23.1" cy="9.6" r="2.1" fill="#fff"/>'

/** The mark of public/favicon.svg with a count in its corner: at 16 px three letters are all that can be read. */
export function countedFavicon(count: number): string {
  const text = count > 99 ? '99+' : String(count)
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
