import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { CastVote } from '@roundsman/contract/governance/governance'
import { useValidatorVotes } from '../../data/network/governance.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { momentText, OwnVoteMark, useTitle } from '../../parts/governance/proposal-marks.tsx'
import { optionsText } from '../../parts/governance/proposal-text.ts'
import { RouteLink } from '../../ui/controls/links.tsx'
import { Card } from '../../ui/page/card.tsx'
import { CardLinks } from './rail-cards.tsx'

const Votes = styled(CardLinks)(({ theme }) => ({
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: 12,
    rowGap: 0,
    alignItems: 'start',
  },
  '& small': { ...theme.typography.caption, gridColumn: '1 / -1', color: theme.vars.palette.text.secondary },
}))

/** Of the newest proposals, how many are shown. */
const shown = 5

/** What the validator voted, and where it did not (P996). */
export function CastVotesCard({ validatorId }: { validatorId: number }) {
  const { t } = useTranslation('governance')
  const { t: tValidator } = useTranslation('validator')
  const formats = useFormats()
  const { known, error } = useValidatorVotes(validatorId)
  const votes = known?.votes ?? []
  const looked = votes.filter(
    ({ did, state }) => did !== 'UNKNOWN' && state !== 'VOTING' && state !== 'CANCELLED',
  )
  const done = looked.filter(({ did }) => did === 'VOTED').length
  const text =
    known === undefined
      ? tValidator(error ? 'votes.failed' : 'votes.loading')
      : votes.length === 0
        ? tValidator('votes.none')
        : null
  return (
    <Card
      title={tValidator('votes.title')}
      action={
        <RouteLink to="/governance" variant="table" style={{ lineHeight: '1.5rem' }}>
          {t('toAll')}
        </RouteLink>
      }
    >
      {text === null ? (
        <>
          {looked.length === 0 ? null : (
            <Typography variant="table" component="p" color="textSecondary" sx={{ mt: 0, mb: 2 }}>
              {tValidator('votes.count', {
                done: formats.integer(done),
                counted: formats.integer(looked.length),
              })}
            </Typography>
          )}
          <Votes>
            {votes.slice(0, shown).map((vote) => (
              <Line key={vote.proposal_id} vote={vote} />
            ))}
          </Votes>
        </>
      ) : (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {text}
        </Typography>
      )}
    </Card>
  )
}

const states = { VOTED: 'voted', NOT_VOTED: 'not_voted', UNKNOWN: 'unknown' } as const

function Line({ vote }: { vote: CastVote }) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const title = useTitle()
  const now = useNow(60)
  const { proposal_id: id, voting_end_at: end, did, vote: options, state } = vote
  return (
    <li>
      <RouteLink to="/governance/$proposalId" params={{ proposalId: String(id) }} title={title(vote)}>
        {t('number', { id })} <bdi>{title(vote)}</bdi>
      </RouteLink>
      <OwnVoteMark vote={states[did]} proposal={vote} said={options && optionsText(options, t, formats)} />
      <small>
        {state === 'VOTING' ? t('facts.end') : t('facts.ended')}{' '}
        <time dateTime={end}>{momentText(end, now, formats)}</time>
      </small>
    </li>
  )
}
