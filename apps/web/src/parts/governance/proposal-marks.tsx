import BoltRounded from '@mui/icons-material/BoltRounded'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import DoNotDisturbOnOutlined from '@mui/icons-material/DoNotDisturbOnOutlined'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import HowToVoteOutlined from '@mui/icons-material/HowToVoteOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Typography from '@mui/material/Typography'
import type { Proposal, ProposalState } from '@roundsman/contract/governance/governance'
import { useNow } from '../../data/services/services.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { harmlessLine, type OwnVote } from './proposal-text.ts'

/** A proposal's title as it can be shown anywhere; in place of an empty one a word of ours. */
export function useTitle(): (proposal: Pick<Proposal, 'title'>) => string {
  const { t } = useTranslation('governance')
  return ({ title }) => harmlessLine(title) || t('untitled')
}

const states = {
  VOTING: [HowToVoteOutlined, 'info'],
  PASSED: [CheckCircleOutlineRounded, 'success'],
  REJECTED: [CancelOutlined, 'error'],
  FAILED: [ErrorOutlineRounded, 'error'],
  CANCELLED: [DoNotDisturbOnOutlined, 'neutral'],
} as const satisfies Record<ProposalState, unknown>

export function StateOfProposal({ state, chip = false }: { state: ProposalState; chip?: boolean }) {
  const { t } = useTranslation('governance')
  const [icon, tone] = states[state]
  return (
    <StateMark icon={icon} tone={tone} emphasis={chip ? 'chip' : 'quiet'}>
      {t(`state.${state}`)}
    </StateMark>
  )
}

/** An expedited vote that fails goes on without the votes cast so far, which who votes early should know. */
export function Expedited() {
  const { t } = useTranslation('governance')
  return (
    <StateMark icon={BoltRounded} tone="info" emphasis="chip" full={t('expeditedHint')}>
      {t('expedited')}
    </StateMark>
  )
}

/** Whoever has not voted by then has little time left. */
const urgentMs = 24 * 3_600_000

interface OwnVoteProps {
  vote: OwnVote
  proposal: Pick<Proposal, 'state' | 'voting_end_at'>
  /** What it voted, where that is shown. */
  said?: string | null
}

/** What a validator did: the three are never drawn alike (P953). */
export function OwnVoteMark({ vote, proposal, said = null }: OwnVoteProps) {
  const { t } = useTranslation('governance')
  const now = useNow(60)
  if (vote === 'voted')
    return (
      <StateMark icon={CheckCircleOutlineRounded} tone="success" emphasis="silent">
        {said ?? t('vote.voted')}
      </StateMark>
    )
  if (vote === 'unknown')
    return (
      <StateMark icon={HelpOutlineRounded} tone="neutral" emphasis="silent">
        {t('vote.unknown')}
      </StateMark>
    )
  if (proposal.state !== 'VOTING')
    return (
      <StateMark icon={CancelOutlined} tone="error" emphasis="quiet">
        {t('vote.missed')}
      </StateMark>
    )
  const isUrgent = Date.parse(proposal.voting_end_at) - now < urgentMs
  return (
    <StateMark icon={WarningAmberRounded} tone={isUrgent ? 'error' : 'warning'} emphasis="chip">
      {t('vote.not_voted')}
    </StateMark>
  )
}

/** Weeks around now have weekdays; what is further away has its date alone. */
const nearMs = 30 * 24 * 3_600_000

/** A moment in the reader's zone, to the minute where it is near. */
export function momentText(iso: string, now: number, formats: Formats): string {
  return Math.abs(Date.parse(iso) - now) < nearMs ? formats.dayTime(iso) : formats.time(iso, now)
}

/** How long one can still vote, and until when in the reader's zone. */
export function EndOfVoting({ proposal, stacked = false }: { proposal: Proposal; stacked?: boolean }) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const now = useNow()
  const { voting_end_at: end, state } = proposal
  const left = Math.floor((Date.parse(end) - now) / 1_000)
  const time = (
    <time dateTime={end} title={end}>
      {momentText(end, now, formats)}
    </time>
  )
  if (state !== 'VOTING')
    return (
      <Typography variant="table" component="span" color="textSecondary">
        {t(state === 'CANCELLED' ? 'wouldHaveEnded' : 'ended')} {time}
      </Typography>
    )
  return (
    <Typography
      variant="table"
      component="span"
      sx={{ display: stacked ? 'grid' : 'inline-flex', flexWrap: 'wrap', columnGap: 2 }}
    >
      <strong>{left > 0 ? t('endsIn', { duration: formats.duration(left) }) : t('counting')}</strong>
      <Typography component="span" variant="inherit" color="textSecondary">
        {time}
      </Typography>
    </Typography>
  )
}
