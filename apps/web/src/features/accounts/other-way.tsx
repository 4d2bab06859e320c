import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const Or = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  color: theme.vars.palette.text.secondary,
  '&::before, &::after': {
    content: '""',
    flex: 1,
    borderTop: `1px solid ${theme.vars.palette.divider}`,
  },
}))

/** A line that says "or", and the room for another way in: what comes later moves nothing. */
export function OtherWay({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <Or>{t('account.or')}</Or>
      <Box sx={{ display: 'grid', gap: 4, minHeight: 44 }}>{children}</Box>
    </>
  )
}
