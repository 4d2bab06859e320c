import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChartMark } from '../../charts/chart-model.ts'

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  margin: '8px 0 0',
  padding: 0,
  listStyle: 'none',
  '& li': { minHeight: 'max(28px, 1.75rem)' },
}))

/** What the charts mark, as a list below their tables. */
export function ChartEvents({ marks }: { marks: readonly ChartMark[] }) {
  const { t } = useTranslation('charts')
  const id = useId()
  if (marks.length === 0) return null
  return (
    <Paper variant="outlined" component="section" aria-labelledby={id} sx={{ p: 4 }}>
      <Typography id={id} variant="h6" component="h2">
        {t('events')}
      </Typography>
      <List aria-labelledby={id}>
        {marks.map(({ at, text }) => (
          <li key={`${at} ${text}`}>{text}</li>
        ))}
      </List>
    </Paper>
  )
}
