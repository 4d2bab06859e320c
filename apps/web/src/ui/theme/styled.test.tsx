import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { styled } from './styled.tsx'
import { ThemeRoot } from './theme-root.tsx'

afterEach(cleanup)

/** How often the rules of an element were made, with an element that counts. */
function counted() {
  const made = { times: 0 }
  const Box = styled('div')(({ theme }) => {
    made.times += 1
    return { marginLeft: 4, color: theme.vars.palette.text.primary, '&[data-wide]': { width: 90 } }
  })
  return { made, Box }
}

describe('P570: the rules of an element are written once for each direction', () => {
  it('draws a second one with the rules of the first, whatever attributes it has', () => {
    const { made, Box } = counted()
    render(
      <ThemeRoot>
        <Box>one</Box>
        <Box className="more" data-wide="">
          two
        </Box>
      </ThemeRoot>,
    )
    const [first, second] = [screen.getByText('one'), screen.getByText('two')]
    expect(second.className).toBe(`${first.className} more`)
    expect(made.times).toBe(1)
    expect(getComputedStyle(first).marginLeft).toBe('4px')
    expect(getComputedStyle(second).width).toBe('90px')
  })
  it('writes them anew, and turned, where the page is read from right to left, and once', () => {
    const { made, Box } = counted()
    const page = (direction: 'ltr' | 'rtl') => (
      <ThemeRoot direction={direction}>
        <Box>one</Box>
      </ThemeRoot>
    )
    const { rerender } = render(page('ltr'))
    for (const direction of ['rtl', 'ltr', 'rtl'] as const) rerender(page(direction))
    expect(made.times).toBe(2)
    expect(getComputedStyle(screen.getByText('one')).marginRight).toBe('4px')
  })
  it('is another element where that is asked for', () => {
    const { Box } = counted()
    render(
      <ThemeRoot>
        <Box as="h2">head</Box>
      </ThemeRoot>,
    )
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('head')
  })
})
