import createCache from '@emotion/cache'
import { prefixer } from 'stylis'
import rtlPlugin from 'stylis-plugin-rtl'
import { createAppTheme } from './theme.ts'

/** Theme and style cache that turn the page right to left; loaded by those who read it so. */
export function createRtl(nonce: string | undefined) {
  const cache = createCache({
    key: 'rmrtl',
    prepend: true,
    stylisPlugins: [prefixer, rtlPlugin],
    ...(nonce ? { nonce } : {}),
  })
  return { cache, theme: createAppTheme('rtl') }
}
