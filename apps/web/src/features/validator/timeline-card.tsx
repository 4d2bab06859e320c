import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import type { NetworkStatus } from '@roundsman/contract/validators'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { usePages } from '../../data/paged-fetch.ts'
import { useServices } from '../../data/services.ts'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Card } from '../../ui/card.tsx'
import { eventContext } from './event-words.ts'
import { timelineQuery } from './timeline-query.ts'
import { TimelineRow } from './timeline-row.tsx'

interface Props {
  details: ValidatorDetails
  status: NetworkStatus | undefined
}

const Table = styled('table')(({ theme }) => ({
  ...theme.typography.table,
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th': {
    ...theme.typography.tableHead,
    color: theme.vars.palette.text.secondary,
    textAlign: 'start',
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '& th, & td': {
    padding: '8px 8px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    verticalAlign: 'top',
    '&:first-of-type': { paddingInlineStart: 20 },
    '&:last-of-type': { paddingInlineEnd: 20 },
  },
  '& [data-figure]': { textAlign: 'end', whiteSpace: 'nowrap' },
  // On a phone each event is a few lines.
  [theme.breakpoints.down('sm')]: {
    '&, & tbody, & td': { display: 'block' },
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tr': {
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 12,
      padding: '10px 16px',
      borderTop: `1px solid ${theme.vars.palette.divider}`,
    },
    '& td': { padding: '0 !important', border: 0 },
    '& td[data-kind]': { order: -1, flexBasis: '100%' },
    '& td:empty': { display: 'none' },
  },
}))
const Foot = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '4px 16px',
  minHeight: 48,
  padding: '8px 20px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

/** What happened to the validator, newest first, as far back as somebody asks. */
export function TimelineCard({ details, status }: Props) {
  const { t } = useTranslation('validator')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  const { client, network } = useServices()
  const timeline = usePages(timelineQuery(client, network.blockchain_id, details))
  const { data, hasMore, loadingMore, moreError, fetchMore, fetch } = timeline
  const newest = details.timeline[0]?.id
  const isBehind = newest !== undefined && newest !== data[0]?.id
  const readAgain = useEffectEvent(() => {
    if (isBehind) fetch()
  })
  useEffect(() => readAgain(), [newest])
  const context = eventContext(details, status)
  // Hundreds of rows may be read, and none of them has an age.
  const now = useNow(60)
  return (
    <Card title={t('timeline.title')} note={t('timeline.note')} flush>
      {data.length === 0 ? (
        <Typography
          variant="table"
          component="p"
          color="textSecondary"
          sx={{ m: 0, px: { xs: 4, sm: 5 }, pb: 4 }}
        >
          {t('timeline.none')}
        </Typography>
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">{t('timeline.time')}</th>
              <th scope="col" data-figure>
                {t('timeline.height')}
              </th>
              <th scope="col">{t('timeline.event')}</th>
              <th scope="col">{t('timeline.what')}</th>
              <th scope="col">{t('timeline.known')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((event) => (
              <TimelineRow key={event.id} event={event} context={context} now={now} />
            ))}
          </tbody>
        </Table>
      )}
      {data.length === 0 ? null : (
        <Foot>
          {hasMore ? (
            <Button
              size="small"
              startIcon={<ArrowDownwardRounded />}
              loading={loadingMore}
              onClick={fetchMore}
            >
              {t('timeline.older')}
            </Button>
          ) : (
            <span />
          )}
          <Typography variant="caption" color="textSecondary" role={moreError ? 'alert' : undefined}>
            {moreError
              ? tell('error.noAnswer')
              : t(hasMore ? 'timeline.shown' : 'timeline.all', {
                  count: data.length,
                  value: formats.integer(data.length),
                })}
          </Typography>
        </Foot>
      )}
    </Card>
  )
}
