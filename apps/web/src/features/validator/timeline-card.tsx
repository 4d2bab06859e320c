import type { SvgIconComponent } from '@mui/icons-material'
import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import ContentCutRounded from '@mui/icons-material/ContentCutRounded'
import DangerousOutlined from '@mui/icons-material/DangerousOutlined'
import DriveFileRenameOutlineRounded from '@mui/icons-material/DriveFileRenameOutlineRounded'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import KeyRounded from '@mui/icons-material/KeyRounded'
import LayersOutlined from '@mui/icons-material/LayersOutlined'
import LockOpenRounded from '@mui/icons-material/LockOpenRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import LoginRounded from '@mui/icons-material/LoginRounded'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import PercentRounded from '@mui/icons-material/PercentRounded'
import PowerOffOutlined from '@mui/icons-material/PowerOffOutlined'
import RemoveCircleOutlineRounded from '@mui/icons-material/RemoveCircleOutlineRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import {
  detailsEndpoints,
  type Outage,
  type ValidatorDetails,
  type ValidatorEvent,
  type ValidatorEventKind,
} from '@roundsman/contract/networks/validator-details'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ApiClient } from '../../data/api/api-client.ts'
import { mayRetry } from '../../data/api/errors.ts'
import { usePages } from '../../data/api/operation.ts'
import { useNow, useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Card } from '../../ui/page/card.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { endedInJail, joinedOutage } from './joined-outage.ts'
import { eventContext, outageText, textOfEvent } from './timeline-texts.ts'

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
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const { client, network } = useServices()
  const timeline = usePages(timelineQuery(client, network.blockchain_id, details))
  const { data, hasMore, loadingMore, moreError, fetchMore, refresh } = timeline
  const newest = details.timeline[0]?.id
  const isBehind = newest !== undefined && newest !== data[0]?.id
  const readAgain = useEffectEvent(() => {
    if (isBehind) refresh()
  })
  useEffect(() => readAgain(), [newest])
  const context = eventContext(details, status)
  const joined = details.outage && joinedOutage(details.outage, data)
  // In jail it has no blocks to miss, also where no later block was read.
  const isJailed = details.jailed === true
  // Hundreds of rows may be read, and none of them has an age.
  const now = useNow(60)
  return (
    <Card title={t('timeline.title')} note={t('timeline.note')} flush>
      {data.length === 0 && details.outage === null ? (
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
            {joined ? <OutageRow outage={joined.outage} isOver={isJailed} now={now} /> : null}
            {data.map((event) =>
              event.id === joined?.event ? null : (
                <TimelineRow key={event.id} event={event} timeline={data} context={context} now={now} />
              ),
            )}
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
              ? tCommon('error.noAnswer')
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

const pageSize = 50

/** Its timeline page by page, newest first; the details bring the first one. */
function timelineQuery(
  client: ApiClient,
  blockchainId: number,
  { id, timeline }: Pick<ValidatorDetails, 'id' | 'timeline'>,
) {
  type Pages = InfiniteData<ValidatorEvent[], number | null>
  type Key = readonly ['validator-timeline', number, number]
  return infiniteQueryOptions<ValidatorEvent[], Error, Pages, Key, number | null>({
    queryKey: ['validator-timeline', blockchainId, id],
    queryFn: async ({ pageParam, signal }) => {
      const { timeline: page } = await client.callTo(detailsEndpoints.validatorTimeline, {
        params: { blockchainId, validatorId: String(id) },
        query: { limit: pageSize, ...(pageParam !== null && { before: pageParam }) },
        signal,
      })
      return page
    },
    initialData: { pages: [timeline], pageParams: [null] },
    initialPageParam: null,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : (last.at(-1)?.id ?? undefined)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: mayRetry,
  })
}

interface TimelineRowProps {
  event: ValidatorEvent
  /** All that is read. */
  timeline: readonly ValidatorEvent[]
  context: ReturnType<typeof eventContext>
  /** About what time it is (Unix ms), for how times are written. */
  now: number
}

const eventIcons: Record<ValidatorEventKind, [icon: SvgIconComponent, color: string]> = {
  jailed: [LockOutlined, 'error.main'],
  unjailed: [LockOpenRounded, 'success.main'],
  tombstoned: [DangerousOutlined, 'text.primary'],
  bonded: [CheckCircleOutlineRounded, 'success.main'],
  unbonding: [HourglassTopRounded, 'info.main'],
  unbonded: [RemoveCircleOutlineRounded, 'text.secondary'],
  slashed: [ContentCutRounded, 'error.main'],
  commission_changed: [PercentRounded, 'text.secondary'],
  moniker_changed: [DriveFileRenameOutlineRounded, 'text.secondary'],
  key_changed: [KeyRounded, 'text.secondary'],
  power_changed: [LayersOutlined, 'text.secondary'],
  rank_changed: [ArrowUpwardRounded, 'text.secondary'],
  joined: [LoginRounded, 'text.secondary'],
  removed: [LogoutRounded, 'text.secondary'],
  gap: [HistoryToggleOffRounded, 'text.secondary'],
  outage: [PowerOffOutlined, 'warning.main'],
}

/** One event of the timeline. */
function TimelineRow({ event, timeline, context, now }: TimelineRowProps) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const { kind, at, height, assurance, imported } = event
  const [icon, color] = eventIcons[kind]
  const Icon =
    kind === 'rank_changed' && Number(event.after) > Number(event.before) ? ArrowDownwardRounded : icon
  return (
    <tr>
      <When at={at} height={height} now={now} />
      <What icon={Icon} color={color} kind={kind} />
      <EventText>
        {event.outage
          ? outageText(event.outage, endedInJail(event.outage, timeline), { t, formats, now })
          : textOfEvent(event, context, t, formats)}
      </EventText>
      <Box component="td" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {imported ? t('assurance.IMPORTED') : assurance === null ? null : t(`assurance.${assurance}`)}
      </Box>
    </tr>
  )
}

/** The outage that goes on: no event yet, and above them. */
function OutageRow({ outage, isOver, now }: { outage: Outage; isOver: boolean; now: number }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const { from, first_height, blocks, at_least } = outage
  const [icon, color] = eventIcons.outage
  return (
    <tr>
      <When at={from} height={first_height} now={now} />
      <What icon={icon} color={color} kind="outage" />
      <EventText>
        {isOver
          ? outageText(outage, true, { t, formats, now })
          : t(at_least ? 'timeline.goesOnAtLeast' : 'timeline.goesOn', {
              since: formats.time(from, now),
              value: formats.integer(blocks),
            })}
      </EventText>
      <td />
    </tr>
  )
}

function When({ at, height, now }: { at: string; height: number | null; now: number }) {
  const formats = useFormats()
  return (
    <>
      {/* A long date has a line of its own, and the change has the room. */}
      <Box component="td" sx={{ color: 'text.secondary', minWidth: { sm: '10.5rem' } }}>
        <time dateTime={at}>{formats.time(at, now)}</time>
      </Box>
      <Box component="td" data-figure sx={{ color: 'text.secondary' }}>
        {height === null ? null : formats.integer(height)}
      </Box>
    </>
  )
}

interface WhatProps {
  icon: SvgIconComponent
  color: string
  kind: ValidatorEventKind
}

function What({ icon: Icon, color, kind }: WhatProps) {
  const { t } = useTranslation('validator')
  return (
    <td data-kind>
      <Box component="span" sx={{ display: 'inline-flex', gap: 2, fontWeight: 500 }}>
        <Icon aria-hidden sx={{ fontSize: 16, mt: '2px', color }} />
        {t(`timeline.kind.${kind}`)}
      </Box>
    </td>
  )
}

function EventText({ children }: { children: string | null }) {
  return (
    <Box component="td" dir="auto" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  )
}
