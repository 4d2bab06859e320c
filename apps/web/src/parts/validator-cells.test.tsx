import { ThemeProvider } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/networks/validators'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { someValidator } from '../data/testing/some-list.ts'
import { createAppTheme } from '../ui/theme/theme.ts'
import { ValidatorName } from './validator-cells.tsx'

const first = `/api/blockchains/avatars/${'A'.repeat(43)}/`
const second = `/api/blockchains/avatars/${'B'.repeat(43)}/`

it('P230: the picture stands in the place of the letters, which come back where it does not load', () => {
  const theme = createAppTheme('ltr')
  const named = (avatar: Validator['avatar']) => (
    <ThemeProvider theme={theme}>
      <ValidatorName row={someValidator({ id: 1, moniker: 'Ada Lovelace', avatar })} />
    </ThemeProvider>
  )
  const { container, rerender } = render(named(null))
  const picture = () => container.querySelector('img')
  expect([picture(), screen.queryByText('AL')?.textContent]).toEqual([null, 'AL'])
  const room = screen.getByText('AL').getAttribute('class')

  rerender(named(first))
  expect(picture()?.getAttribute('src')).toBe(first)
  // The name says who it is; the picture is ornament, in the room of the letters.
  expect([picture()?.alt, picture()?.getAttribute('loading')]).toEqual(['', 'lazy'])
  expect(picture()?.closest('[aria-hidden]')?.getAttribute('class')).toBe(room)
  expect(screen.queryByText('AL')).toBeNull()

  fireEvent.error(picture() ?? container)
  expect([picture(), screen.getByText('AL').textContent]).toEqual([null, 'AL'])
  rerender(named(second))
  expect(picture()?.getAttribute('src')).toBe(second)
})
