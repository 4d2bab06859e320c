import { ThemeProvider } from '@mui/material/styles'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { createAppTheme } from '../theme/theme.ts'
import { useSides } from './menu.tsx'

it.each(['ltr', 'rtl'] as const)(
  'P310: what opens beside a button stands at its own side: %s',
  (direction) => {
    const theme = createAppTheme(direction)
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ThemeProvider theme={theme}>{children}</ThemeProvider>
    )
    const { result } = renderHook(() => useSides(), { wrapper })
    const turned = direction === 'rtl'
    const end = result.current({ vertical: 'bottom', horizontal: 'right' })
    expect(end).toEqual({ vertical: 'bottom', horizontal: turned ? 'left' : 'right' })
    const start = result.current({ vertical: 'top', horizontal: 'left' })
    expect(start).toEqual({ vertical: 'top', horizontal: turned ? 'right' : 'left' })
    expect(result.current({ vertical: 'top', horizontal: 'center' }).horizontal).toBe('center')
  },
)
