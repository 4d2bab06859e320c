import type { EmotionCache } from '@emotion/cache'

/**
 * The rules that markup is drawn by, as style elements which Emotion takes over when the program runs: it finds out
 * by their names what is there already. `__CSP_NONCE__` stands for the nonce. As extractCriticalToChunks of
 * @emotion/server does it, without the thirteen packages that come with that.
 */
export function styleElements({ key, inserted, registered }: EmotionCache, markup: string): string {
  const used = new Set([...markup.matchAll(new RegExp(`\\b${key}-([\\w-]+)`, 'g'))].map(([, name]) => name))
  const elements: string[] = []
  const names: string[] = []
  let rules = ''
  for (const [name, css] of Object.entries(inserted)) {
    if (typeof css !== 'string') continue
    if (registered[`${key}-${name}`] === undefined) elements.push(styleElement(`${key}-global ${name}`, css))
    else if (used.has(name)) {
      names.push(name)
      rules += css
    }
  }
  return [...elements, styleElement(`${key} ${names.join(' ')}`, rules)].join('')
}

function styleElement(names: string, css: string): string {
  return `<style nonce="__CSP_NONCE__" data-emotion="${names}">${css}</style>`
}
