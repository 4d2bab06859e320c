import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { LazyMenu, MenuItem } from './lazy-menu.tsx'

function Opener() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Open
      </button>
      <LazyMenu anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem>First</MenuItem>
      </LazyMenu>
    </>
  )
}

it('P115: Escape closes a menu that is still being loaded', async () => {
  render(<Opener />)
  const opener = screen.getByRole('button', { name: 'Open' })
  fireEvent.click(opener)
  // Nothing of it is there yet.
  expect(screen.queryByRole('menu')).toBeNull()
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  expect(opener.getAttribute('aria-expanded')).toBe('false')

  fireEvent.click(opener)
  expect((await screen.findByRole('menuitem', { name: 'First' }, { timeout: 10_000 })).isConnected).toBe(true)
})
