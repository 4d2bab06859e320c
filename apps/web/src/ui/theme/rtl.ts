import type { StylisElement } from '@emotion/cache'
import createCache from '@emotion/cache'
import type { CSSObject } from '@mui/material/styles'
import rtlPlugin from 'stylis-plugin-rtl'
import { createAppTheme } from './theme.ts'

/**
 * The page is turned, its texts are not (docs/rules/page.md, P73): each reads in the direction of its own letters, and
 * one without letters from left to right. By itself `direction: rtl` would make "5 jailed" of "jailed 5" and turn
 * numbers with a sign around. A text that reads in its own direction also begins at its own side, so the side is said.
 */
export const rtlTexts: CSSObject = {
  'body, body *': { unicodeBidi: 'plaintext' },
  'body, input, textarea, select': { textAlign: 'start' },
}

const turned: Readonly<Record<string, string>> = {
  'text-align:start;': 'text-align:left;',
  'text-align:end;': 'text-align:right;',
  // The plugin would turn even what says a direction of its own.
  'direction:ltr;': 'direction:rtl;',
  'direction:rtl;': 'direction:ltr;',
}

/** Says sides as the plugin that comes after it turns them. */
function sidesOfTexts(element: StylisElement): void {
  if (element.type !== 'rule' || !Array.isArray(element.children)) return
  for (const child of element.children) child.value = turned[child.value] ?? child.value
}

/** Theme and style cache that turn the page right to left; loaded by those who read it so. */
export function createRtl(nonce: string | undefined) {
  const cache = createCache({
    key: 'rmrtl',
    prepend: true,
    // Without the prefixer of stylis 4.4, which breaks on the elements of the stylis 4.2 inside @emotion/cache; the
    // browsers of the build target need no prefixes.
    stylisPlugins: [sidesOfTexts, rtlPlugin],
    ...(nonce ? { nonce } : {}),
  })
  return { cache, theme: createAppTheme('rtl'), texts: rtlTexts }
}
