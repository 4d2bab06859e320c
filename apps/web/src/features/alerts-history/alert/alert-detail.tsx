import CheckRounded from '@mui/icons-material/CheckRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Button from '@mui/material/Button'
import { styled as styledPart } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { ValidatorsList } from '@roundsman/contract/networks/validators'
import { Link } from '@tanstack/react-router'
import {
  heldReason,
  isToEnd,
  needsAcknowledgement,
  secondsBetween,
} from '../../../data/alerts/alert-history.ts'
import { isEnd } from '../../../data/alerts/incidents.ts'
import {
  type ConditionMuting,
  mutedTitle,
  useConditionMute,
} from '../../../data/alerts/mutes/mute-condition.ts'
import type { SilenceTarget } from '../../../data/alerts/mutes/silences.ts'
import { useNow, useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { SilenceButton } from '../../../parts/silences/silence-button.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { Strip, stripWidth } from '../../../ui/strip/strip.tsx'
import { styled } from '../../../ui/theme/styled.tsx'
import { nameOf, useAcknowledged } from './alert-cells.tsx'
import { blocksOf, evidenceLines, evidenceOf } from './alert-evidence.ts'
import { useHistoryTimes } from './alert-times.ts'
import { AlertDeliveries } from './deliveries.tsx'

interface Props {
  item: AlertHistoryItem
  /** The alerts of its incident. */
  steps: readonly AlertHistoryItem[]
  list: ValidatorsList | undefined
  /** Under how many alerts each message is listed. */
  bundles: ReadonlyMap<number, number>
  onAcknowledge: (ids: readonly number[]) => void
  onCopyLink: (id: number) => void
}

/** Three parts side by side, or one below the other where there is no room. */
const Panels = styled('div')(({ theme }) => ({
  containerType: 'inline-size',
  '&:focus': { outline: 'none' },
  '& > div': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 26fr) minmax(0, 40fr) minmax(0, 32fr)',
    '@container (max-width: 52rem)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  '& section': {
    minWidth: 0,
    display: 'grid',
    alignContent: 'start',
    gap: 10,
    padding: '14px 20px 20px',
    '& + section': {
      borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
      '@container (max-width: 52rem)': { borderInlineStart: 0, paddingBlockStart: 0 },
    },
    '@container (max-width: 52rem)': { padding: '12px 16px 16px' },
    '&:first-of-type': { paddingInlineStart: 16 },
    '&:last-of-type': { paddingInlineEnd: 16 },
  },
  '& h2': { ...theme.typography.tableHead, margin: 0, color: theme.vars.palette.text.secondary },
  '& a': { ...theme.typography.label, justifySelf: 'start', color: theme.vars.palette.accent.text },
}))
const Message = styled('p')(({ theme }) => ({
  ...theme.typography.table,
  margin: 0,
  padding: '10px 12px',
  borderRadius: 10,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
}))
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 4 })

/** An alert in full: what was said, why, and whom it reached. */
export function AlertDetail({ item, steps, list, bundles, onAcknowledge, onCopyLink }: Props) {
  const { t } = useTranslation('history')
  const times = useHistoryTimes()
  const muting = useConditionMute()
  const { network } = useServices()
  const name = nameOf(item, network.name)
  const acknowledged = useAcknowledged()(item)
  const held = heldReason(item)
  return (
    <Panels tabIndex={-1} ref={keepFocus}>
      <div>
        <section>
          <h2>{t('detail.message')}</h2>
          <Message dir="auto">{item.message}</Message>
          {held === null ? null : (
            <Typography variant="caption" color="textSecondary">
              {t(`heldFull.${held}`)}
            </Typography>
          )}
          <SilenceLink id={item.silence_id} />
          {item.escalation === null ? null : (
            <Typography variant="caption" color="textSecondary" component="p">
              {t(`reminders.${item.escalation.ended_by ?? 'NEXT'}`, {
                step: item.escalation.step,
                time: item.escalation.next_at === null ? '' : times.full(item.escalation.next_at),
              })}
              {item.escalation.ended_by === null || item.escalation.next_at === null
                ? null
                : ` ${t('reminders.AGAIN', { time: times.full(item.escalation.next_at) })}`}
              {item.escalation.was_nobody_on_call === true ? ` ${t('reminders.nobodyOnCall')}` : null}
            </Typography>
          )}
        </section>
        <section>
          <h2>{t('detail.evidence')}</h2>
          <AlertFacts item={item} list={list} />
          {item.blockchain_validator_id === null ? null : (
            <Link
              to="/validators/$validatorId"
              params={{ validatorId: String(item.blockchain_validator_id) }}
            >
              {t('openValidator')}
            </Link>
          )}
          {item.bridge_id === null || !network.is_da_enabled ? null : (
            <Link to="/bridges/$bridgeId" params={{ bridgeId: String(item.bridge_id) }}>
              {t('openBridge')}
            </Link>
          )}
          <GovernanceLink item={item} />
        </section>
        <section>
          <h2>{t('detail.deliveries')}</h2>
          <AlertDeliveries item={item} steps={steps} bundles={bundles} />
          {acknowledged === null ? null : (
            <Typography variant="caption" color="textSecondary">
              {acknowledged.full}
            </Typography>
          )}
          <MutedNote item={item} name={name} />
          <Actions>
            {needsAcknowledgement(item) ? (
              <Button
                variant="contained"
                size="small"
                startIcon={<CheckRounded />}
                onClick={() => onAcknowledge([item.id])}
              >
                {t('acknowledge.one')}
              </Button>
            ) : null}
            <MuteButton item={item} name={name} muting={muting} />
            <SilenceButton target={silenceTargetOf(item)} />
            <Button size="small" startIcon={<LinkRounded />} onClick={() => onCopyLink(item.id)}>
              {t('copyAlertLink')}
            </Button>
          </Actions>
        </section>
      </div>
    </Panels>
  )
}

/** To the proposal that an alert is about, or to what there is of upgrades. */
function GovernanceLink({ item }: { item: AlertHistoryItem }) {
  const { t } = useTranslation('history')
  const { proposal_id: proposal } = evidenceOf(item)
  if (item.type !== 'GOVERNANCE') return null
  return proposal == null ? (
    <Link to="/governance">{t('openGovernance')}</Link>
  ) : (
    <Link to="/governance/$proposalId" params={{ proposalId: String(proposal) }}>
      {t('openProposal', { id: proposal })}
    </Link>
  )
}

/** To the silence for which nothing was sent. */
function SilenceLink({ id }: { id: AlertHistoryItem['silence_id'] }) {
  const { t } = useTranslation('silences')
  return id === null ? null : (
    <Link to="/alerts" search={{ silence: String(id) }}>
      {t('ofAlert')}
    </Link>
  )
}

function silenceTargetOf({
  blockchain_validator_id: validator,
  bridge_id: bridge,
}: AlertHistoryItem): SilenceTarget {
  if (validator !== null) return { validator }
  return bridge === null ? null : { bridge }
}

interface MuteProps {
  item: AlertHistoryItem
  /** Whom it is about. */
  name: string
}

/** Mutes what the alert is about, on whom it is about alone; while it is muted, takes that back. */
function MuteButton({ item, name, muting }: MuteProps & { muting: ConditionMuting }) {
  const { t } = useTranslation('history')
  const isMuted = useIsMuted(item)
  return (
    <Button
      size="small"
      startIcon={<NotificationsOffOutlined />}
      loading={muting.isUnderWay}
      title={isMuted ? undefined : t('mute.hint', { title: mutedTitle(item), name })}
      onClick={() => muting.run({ item, name, mute: !isMuted })}
    >
      {t(isMuted ? 'mute.undo' : 'mute.action')}
    </Button>
  )
}

/** Until when it is muted, and what. */
function MutedNote({ item, name }: MuteProps) {
  const { t } = useTranslation('history')
  const times = useHistoryTimes()
  if (!useIsMuted(item) || item.muted_until === null) return null
  return (
    <Typography variant="caption" color="textSecondary">
      {t('mute.until', { time: times.short(item.muted_until), title: mutedTitle(item), name })}
      {isToEnd(item) ? `. ${t('answer.endNotMuted')}` : null}
    </Typography>
  )
}

function useIsMuted({ muted_until: until }: AlertHistoryItem): boolean {
  const now = useNow()
  return until !== null && Date.parse(until) > now
}

interface FactsProps {
  item: AlertHistoryItem
  list: ValidatorsList | undefined
}

const Facts = styled('dl')(({ theme }) => ({
  ...theme.typography.table,
  margin: 0,
  display: 'grid',
  gap: 8,
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 16 },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': {
    margin: 0,
    fontWeight: 500,
    minWidth: 0,
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'normal',
  },
}))
/** Heights run as time does, whatever the language does. */
const Blocks = styledPart('div')({
  direction: 'ltr',
  display: 'grid',
  gap: 2,
  maxWidth: '100%',
  '& > svg': { width: '100%' },
  // The heights stay below the ends, however long the words between them.
  '& > p': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    columnGap: 8,
    margin: 0,
    textAlign: 'center',
  },
})

/** Why an alert was raised: the blocks around it, and the values that decided it. */
function AlertFacts({ item, list }: FactsProps) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const times = useHistoryTimes()
  const blocks = blocksOf(item, list)
  const word = evidenceOf(item).signatures || blocks?.letters.includes('s') ? 'around' : 'before'
  const unit = list?.status.unit ?? null
  return (
    <>
      {blocks === null ? null : (
        <Blocks
          sx={{
            width: stripWidth(blocks.letters.length),
            '@container (width >= 66rem)': { width: stripWidth(blocks.letters.length, 6) },
          }}
        >
          <Strip letters={blocks.letters} blocks={blocks.letters.length} pitch={6} />
          <Typography variant="caption" component="p" color="textSecondary">
            <span>{formats.integer(blocks.from)}</span>
            <span dir="auto">{t(`blocks.${word}`)}</span>
            <span>{formats.integer(blocks.to)}</span>
          </Typography>
        </Blocks>
      )}
      <Facts>
        <div>
          <dt>{t('evidence.time')}</dt>
          <dd>
            <time dateTime={item.at}>{times.full(item.at)}</time>, <Age at={item.at} />
          </dd>
        </div>
        {item.status === null ? null : (
          <div>
            <dt>{t('evidence.since')}</dt>
            <dd>
              <time dateTime={item.began_at}>{times.full(item.began_at)}</time>
            </dd>
          </div>
        )}
        {item.status === null ? null : (
          <div>
            <dt>{t('evidence.state')}</dt>
            <dd>
              <StatusText item={item} />
            </dd>
          </div>
        )}
        {isEnd(item) ? (
          <div>
            <dt>{t('evidence.endedAt')}</dt>
            <dd>
              <time dateTime={item.began_at}>{times.full(item.began_at)}</time>
            </dd>
          </div>
        ) : null}
        {item.ended_at === null ? null : (
          <div>
            <dt>{t('evidence.until')}</dt>
            <dd>
              <time dateTime={item.ended_at}>{times.full(item.ended_at)}</time>
            </dd>
          </div>
        )}
        {evidenceLines(item, { t, formats, times, unit }).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </Facts>
    </>
  )
}

/** Whether it goes on, and how long. By itself, because it changes every second. */
function StatusText({ item: { status, began_at, ended_at, jailed_at } }: { item: AlertHistoryItem }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const now = useNow()
  const span = (to: string) => formats.duration(secondsBetween(began_at, to))
  if (jailed_at !== undefined) return t('evidence.inJail', { span: span(jailed_at) })
  if (status === 'ONGOING') return t('evidence.ongoing', { span: span(new Date(now).toISOString()) })
  if (status === 'UNKNOWN') return t('evidence.unknown')
  return ended_at === null ? t('evidence.over') : t('evidence.ended', { span: span(ended_at) })
}

/** How long ago it was. By itself, because it changes every second. */
function Age({ at }: { at: string }) {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const seconds = (useNow() - Date.parse(at)) / 1_000
  return <>{t('age', { age: formats.roughDuration(seconds) })}</>
}
