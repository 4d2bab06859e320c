/** Browsers by their mark in the header; the ones that carry other browsers' marks too come first. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** "Firefox, Windows" of a User-Agent header; what is no browser by its own first word, null where there is nothing. */
export function deviceOf(userAgent: string): string | null {
  const name = (list: typeof browsers | typeof systems) => list.find(([mark]) => mark.test(userAgent))?.[1]
  const known = [name(browsers), name(systems)].filter((one) => one !== undefined).join(', ')
  return known || userAgent.split(/[\s/]/)[0] || null
}
