import { CacheProvider, type CSSObject, Global } from '@emotion/react'
import { render } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createRtl } from './theme-root.tsx'

/** What becomes of these styles on a page that is read from right to left. */
function turned(style: CSSObject): string {
  const { cache } = createRtl(undefined)
  render(
    <CacheProvider value={cache}>
      <Global styles={{ '.a': style }} />
    </CacheProvider>,
  )
  const written = [...document.querySelectorAll('style[data-emotion^="rmrtl"]')].at(-1)?.textContent ?? ''
  return /\.a\{(.*?)\}/.exec(written)?.[1] ?? ''
}

describe('P73: right to left turns the layout, not the texts', () => {
  it.each([
    [{ marginLeft: 4 }, 'margin-right:4px;'],
    [{ textAlign: 'left' }, 'text-align:right;'],
    [{ textAlign: 'start' }, 'text-align:right;'],
    [{ textAlign: 'end' }, 'text-align:left;'],
    [{ textAlign: 'center' }, 'text-align:center;'],
    [{ direction: 'ltr' }, 'direction:ltr;'],
    [{ insetInlineStart: 4 }, 'inset-inline-start:4px;'],
  ] as [CSSObject, string][])('%j becomes %s', (style, written) => {
    expect(turned(style)).toBe(written)
  })
})
