import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import type { StateTone } from './theme/theme-types.ts'

interface Props {
  tone: StateTone
  icon: ReactNode
  action?: ReactNode
  role?: 'note' | 'alert'
  children: ReactNode
}

/** Looks like the library's Alert, which the first load of the list has no room for. */
const Root = styled('div', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: StateTone }>(
  ({ theme, tone }) => ({
    ...theme.typography.body1,
    display: 'flex',
    gap: 12,
    marginBottom: 12,
    padding: '13px 14px',
    borderRadius: 8,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette[tone].tint,
    border: `1px solid color-mix(in srgb, ${theme.vars.palette[tone].main} 28%, transparent)`,
    '& > svg': { flex: 'none', fontSize: 20, color: theme.vars.palette[tone].main },
    '& > div': { flex: 1, minWidth: 0 },
    '& > button': { alignSelf: 'center' },
  }),
)

/** Says above some content what holds for all of it. */
export function Banner({ tone, icon, action, role = 'note', children }: Props) {
  return (
    <Root tone={tone} role={role}>
      {icon}
      <div>{children}</div>
      {action}
    </Root>
  )
}
