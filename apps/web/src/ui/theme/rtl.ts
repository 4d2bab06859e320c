import createCache from '@emotion/cache'
import rtlPlugin from 'stylis-plugin-rtl'
import { createAppTheme } from './theme.ts'

/** Theme and style cache that turn the page right to left; loaded by those who read it so. */
export function createRtl(nonce: string | undefined) {
  const cache = createCache({
    key: 'rmrtl',
    prepend: true,
    // Without the prefixer of stylis 4.4, which breaks on the elements of the stylis 4.2 inside @emotion/cache; the
    // browsers of the build target need no prefixes.
    stylisPlugins: [rtlPlugin],
    ...(nonce ? { nonce } : {}),
  })
  return { cache, theme: createAppTheme('rtl') }
}
