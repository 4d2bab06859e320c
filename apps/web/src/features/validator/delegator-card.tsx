import DangerousOutlined from '@mui/icons-material/DangerousOutlined'
import LockOpenRounded from '@mui/icons-material/LockOpenRounded'
import VolunteerActivismOutlined from '@mui/icons-material/VolunteerActivismOutlined'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import { stateOf } from '@roundsman/contract/networks/validator-state'
import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type UserSettings, useUserSettings, watchedAs } from '../../data/alerts/user-alert-settings.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { shareOf } from './timeline-texts.ts'

const Frame = styled(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '22px minmax(0, 1fr)',
  columnGap: 12,
  padding: '12px 16px',
  marginBottom: 20,
  '& > svg': { fontSize: 22, color: theme.vars.palette.accent.text },
  '& ul': {
    ...theme.typography.table,
    margin: '4px 0 0',
    padding: 0,
    listStyle: 'none',
    color: theme.vars.palette.text.secondary,
    '& > li': { paddingBlock: 2 },
  },
})) as typeof Paper

/** On the page of a jailed or tombstoned validator: what that means for whoever delegates to it (P536). */
function DelegatorCard({ details }: { details: ValidatorDetails }) {
  const { t } = useTranslation('validator')
  const title = useId()
  const { kind } = stateOf(details)
  if (kind !== 'jailed' && kind !== 'tombstoned') return null
  return (
    <Frame variant="outlined" component="section" aria-labelledby={title}>
      <VolunteerActivismOutlined aria-hidden />
      <div>
        <Typography id={title} variant="label" component="h2" sx={{ m: 0 }}>
          {t(`delegator.${kind}.title`)}
        </Typography>
        <ul>
          <li>{t(`delegator.${kind}.rewards`)}</li>
          <Slashed details={details} to="delegator" />
          <li>{t(`delegator.${kind}.leave`)}</li>
          <li>{t(`delegator.${kind}.operator`)}</li>
        </ul>
      </div>
    </Frame>
  )
}

/** To its delegators their stake is among what was taken; its operator may have none. */
function Slashed({ details, to }: { details: ValidatorDetails; to: 'delegator' | 'operator' }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const share = slashedShare(details)
  return (
    <li>
      {share === null ? t(`${to}.slashUnknown`) : t(`${to}.slashed`, { share: formats.percent(share) })}
    </li>
  )
}

/** What a jailing means for who reads of it: its operator is told how to end it, or that nobody can, everybody else what it means for who delegates. */
export function JailCard({ details }: { details: ValidatorDetails }) {
  const { known, error } = useUserSettings()
  const state = stateOf(details)
  if (state.kind !== 'jailed' && state.kind !== 'tombstoned') return null
  // Not the one before the other.
  if (known === undefined && error === null) return null
  if (known === undefined || !isOperator(known, details.id)) return <DelegatorCard details={details} />
  return state.kind === 'jailed' ? (
    <OperatorCard details={details} until={state.until} />
  ) : (
    <TombstonedCard details={details} />
  )
}

/** Whoever has said nothing of it is nobody's operator here (E290 takes them for one where they are told of it). */
function isOperator(user: UserSettings, id: number): boolean {
  const isOf = (one: { blockchain_validator_id: number | null }) => one.blockchain_validator_id === id
  return watchedAs(user, id) === 'OPERATOR' && (user.watchedAs.some(isOf) || user.entries.some(isOf))
}

/** As chains name it, where nobody knows what this one's program is called. */
const command = 'tx slashing unjail --from <key>'

/** On the page of a jailed validator: how and from when whoever operates it takes it out (P976). */
function OperatorCard({ details, until }: { details: ValidatorDetails; until: string | null }) {
  const { t } = useTranslation('validator')
  const title = useId()
  const { unjail_command: known } = details
  return (
    <Frame variant="outlined" component="section" aria-labelledby={title}>
      <LockOpenRounded aria-hidden />
      <div>
        <Typography id={title} variant="label" component="h2" sx={{ m: 0 }}>
          {t('operator.title')}
        </Typography>
        <ul>
          <li>{t('operator.fix')}</li>
          {until === null ? null : <UnjailFrom until={until} />}
          <li>
            {t(known === null ? 'operator.how' : 'operator.by')} <code dir="ltr">{known ?? command}</code>
          </li>
          <Slashed details={details} to="operator" />
        </ul>
      </div>
    </Frame>
  )
}

/** On the page of a tombstoned validator: what is left to whoever operates it, as its message says (P1012). */
function TombstonedCard({ details }: { details: ValidatorDetails }) {
  const { t } = useTranslation('validator')
  const title = useId()
  return (
    <Frame variant="outlined" component="section" aria-labelledby={title}>
      <DangerousOutlined aria-hidden />
      <div>
        <Typography id={title} variant="label" component="h2" sx={{ m: 0 }}>
          {t('operator.tombstoned.title')}
        </Typography>
        <ul>
          <li>{t('operator.tombstoned.stop')}</li>
          <li>{t('operator.tombstoned.find')}</li>
          <li>{t('operator.tombstoned.tell')}</li>
          <li>{t('operator.tombstoned.anew')}</li>
          <Slashed details={details} to="operator" />
        </ul>
      </div>
    </Frame>
  )
}

function UnjailFrom({ until }: { until: string }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const now = useNow()
  const leftMs = Date.parse(until) - now
  if (leftMs <= 0) return <li>{t('operator.now')}</li>
  const time = formats.shortTime(until, now)
  if (leftMs < 60_000) return <li>{t('operator.soon', { time })}</li>
  const span = formats.duration(Math.floor(leftMs / 60_000) * 60)
  return <li>{t('operator.from', { time, span })}</li>
}

/** So long before a jailing was written down may its slash have been, and after it: both are of one block. */
const togetherMs = 60_000

/** The share of the stake that was taken with the last jailing; null where no event says it. */
export function slashedShare({ timeline }: Pick<ValidatorDetails, 'timeline'>): number | null {
  const jailed = timeline.find(({ kind }) => kind === 'jailed' || kind === 'tombstoned')
  if (jailed === undefined) return null
  const slash = timeline.find(
    ({ kind, at }) => kind === 'slashed' && Math.abs(Date.parse(at) - Date.parse(jailed.at)) <= togetherMs,
  )
  const share = slash === undefined ? null : shareOf(slash.before, slash.after)
  return share === null || share >= 0 ? null : -share
}
