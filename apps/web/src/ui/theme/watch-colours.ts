/** Attributes of the page that its colours follow. */
const attributeFilter = ['data-scheme', 'data-skin', 'data-accent']
/** What changes the colours of the system, which some of the page's are. */
const ofSystem = ['(forced-colors: active)', '(prefers-color-scheme: dark)']

/**
 * Runs whenever the colours of the page became others, of which canvases do not hear by themselves.
 *
 * @returns what ends it
 */
export function watchColours(run: () => void): () => void {
  const observer = new MutationObserver(run)
  observer.observe(document.documentElement, { attributes: true, attributeFilter })
  const queries = ofSystem.map((query) => window.matchMedia(query))
  for (const query of queries) query.addEventListener('change', run)
  return () => {
    observer.disconnect()
    for (const query of queries) query.removeEventListener('change', run)
  }
}
