import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { ThemeProvider } from '@mui/material/styles'
import { createAppTheme } from './theme.ts'

describe('P702: a button that loads', () => {
  const theme = createAppTheme('ltr')
  const kinds: [string, (given: { loading: boolean; onClick: () => void }) => ReactNode][] = [
    ['with words', (given) => <Button type="submit" {...given} />],
    ['with a picture', (given) => <IconButton type="submit" {...given} />],
  ]
  for (const [name, kind] of kinds)
    it(`keeps the focus and takes no press, ${name}`, () => {
      const [onClick, onSubmit] = [
        vi.fn(),
        vi.fn((event: { preventDefault(): void }) => event.preventDefault()),
      ]
      const shown = (loading: boolean) => (
        <ThemeProvider theme={theme}>
          <form onSubmit={onSubmit}>{kind({ loading, onClick })}</form>
        </ThemeProvider>
      )
      const { rerender } = render(shown(false))
      const button = screen.getByRole<HTMLButtonElement>('button')
      button.focus()
      fireEvent.click(button)
      rerender(shown(true))
      expect([document.activeElement, button.disabled, button.tabIndex]).toEqual([button, false, 0])
      expect(button.getAttribute('aria-disabled')).toBe('true')
      fireEvent.click(button)
      expect([onClick.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
      rerender(shown(false))
      expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, null])
    })

  it('is a link where it leads somewhere', () => {
    render(
      <ThemeProvider theme={theme}>
        <Button href="/a">Open</Button>
      </ThemeProvider>,
    )
    expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/a')
  })

  it('is disabled where it may not be pressed at all', () => {
    render(
      <ThemeProvider theme={theme}>
        <Button disabled>Save</Button>
      </ThemeProvider>,
    )
    expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(true)
  })
})
