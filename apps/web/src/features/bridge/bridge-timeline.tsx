import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { BridgeEvent } from '@roundsman/contract/bridge-details'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { Card } from '../../ui/card.tsx'
import { EventRow } from './event-row.tsx'
import { lastedSeconds } from './timeline-model.ts'

const List = styled('ol')(({ theme }) => ({
  ...theme.typography.table,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) auto',
    columnGap: 12,
    padding: '8px 20px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    color: theme.vars.palette.text.secondary,
    [theme.breakpoints.down('sm')]: { padding: '8px 16px' },
  },
  '& > li > div': {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: 12,
    minWidth: 0,
    // Or some events would have one line and some two.
    [theme.breakpoints.down('sm')]: { flexDirection: 'column' },
  },
  '& strong': { fontWeight: 500, color: theme.vars.palette.text.primary },
  '& span': { overflowWrap: 'anywhere' },
}))
const shownFirst = 8

/** What happened to the bridge, newest first. */
export function BridgeTimeline({ timeline }: { timeline: readonly BridgeEvent[] }) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const [all, setAll] = useState(false)
  const shown = all ? timeline : timeline.slice(0, shownFirst)
  return (
    <Card title={t('timeline.title')} flush>
      {timeline.length === 0 ? (
        <Typography
          variant="table"
          component="p"
          color="textSecondary"
          sx={{ m: 0, px: { xs: 4, sm: 5 }, pb: 4 }}
        >
          {t('timeline.none')}
        </Typography>
      ) : (
        <List>
          {shown.map((event, place) => (
            <EventRow key={event.id} event={event} lasted={lastedSeconds(timeline, place)} />
          ))}
        </List>
      )}
      {shown.length === timeline.length ? null : (
        <Button size="small" startIcon={<ArrowDownwardRounded />} sx={{ m: 3 }} onClick={() => setAll(true)}>
          {t('timeline.all', { value: formats.integer(timeline.length) })}
        </Button>
      )}
    </Card>
  )
}
