import HowToVoteOutlined from '@mui/icons-material/HowToVoteOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ProposalDetails } from '@roundsman/contract/governance/governance'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import { useParams } from '@tanstack/react-router'
import { isProblem } from '../../data/api/errors.ts'
import { useProposal } from '../../data/network/governance.ts'
import { useNetworkHealth } from '../../data/network/network-health.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { FreshnessLine } from '../../parts/freshness-line.tsx'
import { DetailError, DetailMissing, ReadFailed } from '../../parts/load-failed.tsx'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { CodeBlock } from '../../ui/controls/copy.tsx'
import { RouteButton, RouteLink } from '../../ui/controls/links.tsx'
import { Card, Facts } from '../../ui/page/card.tsx'
import { DetailHead, DetailSkeleton, pageColumns } from '../../ui/page/detail-page.tsx'
import { useNamedWindow } from '../../ui/page/window-name.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { Markdown } from './markdown.tsx'
import { OwnVotes } from './own-votes.tsx'
import {
  EndOfVoting,
  Expedited,
  momentText,
  StateOfProposal,
  useTitle,
} from '../../parts/governance/proposal-marks.tsx'
import { harmlessLine, harmlessText } from '../../parts/governance/proposal-text.ts'
import { useRowOf } from './row-of.ts'
import { TallyTable, Turnout } from './tally.tsx'
import { VotesCard } from './votes-card.tsx'

/** One proposal of the network, by the chain's number. */
export function ProposalPage() {
  const { t } = useTranslation('governance')
  const { proposalId } = useParams({ from: '/members/governance/$proposalId' })
  return /^[1-9]\d{0,14}$/.test(proposalId) ? (
    <KnownProposal key={proposalId} id={Number(proposalId)} />
  ) : (
    <NoProposal label={t('missing.title')} />
  )
}

function KnownProposal({ id }: { id: number }) {
  const { t } = useTranslation('governance')
  const { known, error, fetch } = useProposal(id)
  if (known) return <ProposalView proposal={known} error={error} onRetry={fetch} />
  if (isProblem(error, 'not_found')) return <NoProposal label={t('missing.title')} />
  if (error) return <DetailError title={t('error.detail')} error={error} onRetry={fetch} />
  const labels = { label: t('loadingOne'), heading: t('proposal', { id: String(id) }) }
  return <DetailSkeleton {...labels} line={220} main={[260, 320]} rail={[200, 180]} />
}

function NoProposal({ label }: { label: string }) {
  const { t } = useTranslation('governance')
  const { network } = useServices()
  return (
    <DetailMissing
      icon={HowToVoteOutlined}
      title={label}
      text={t('missing.text', { network: network.name })}
      back={
        <RouteButton to="/governance" variant="contained">
          {t('toAll')}
        </RouteButton>
      }
    />
  )
}

const column = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5, minWidth: 0 } as const

interface ViewProps {
  proposal: ProposalDetails
  /** Why it could not be read again; what is known stays. */
  error: Error | null
  onRetry: () => void
}

function ProposalView({ proposal, error, onRetry }: ViewProps) {
  const { t } = useTranslation('governance')
  const title = useTitle()(proposal)
  const { known: list } = useValidators()
  const health = useNetworkHealth()
  const rowOf = useRowOf(list?.validators)
  const status = list?.status
  useNamedWindow(title)
  const notice = error ? (
    <ReadFailed title={t('error.stale')} onRetry={onRetry} />
  ) : status && hasNetworkBanner(health) ? (
    <NetworkBanner health={health} status={status} />
  ) : null
  return (
    <>
      <DetailHead
        name={title}
        crumbs={t('crumbs')}
        back={<RouteLink to="/governance">{t('title')}</RouteLink>}
        notice={notice}
        picture={null}
        state={<StateOfProposal state={proposal.state} chip />}
        lines={<HeadLine proposal={proposal} />}
        actions={null}
      />
      <Box sx={pageColumns}>
        <Box sx={column}>
          <TextCard proposal={proposal} />
          <MessagesCard proposal={proposal} />
          <VotesCard proposal={proposal} rowOf={rowOf} />
        </Box>
        <Box sx={{ ...column, gridRow: { xs: 1, lg: 'auto' } }}>
          <CountCard proposal={proposal} unit={status?.unit ?? null} title={title} />
          <MineCard proposal={proposal} rowOf={rowOf} />
          <FactsCard proposal={proposal} />
        </Box>
      </Box>
      {status ? <FreshnessLine status={status} /> : null}
    </>
  )
}

function HeadLine({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('governance')
  return (
    <Typography
      variant="table"
      component="div"
      color="textSecondary"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}
    >
      <span>{t('number', { id: String(proposal.proposal_id) })}</span>
      <span>{t(`kind.${proposal.kind}`)}</span>
      {proposal.is_expedited && proposal.state === 'VOTING' ? <Expedited /> : null}
      <EndOfVoting proposal={proposal} />
    </Typography>
  )
}

function TextCard({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('governance')
  const text = harmlessText(proposal.summary)
  return (
    <Card title={t('text.title')} note={t('text.note')}>
      {text.trim() === '' ? (
        <Typography color="textSecondary">{t('text.none')}</Typography>
      ) : (
        <Markdown text={text} />
      )}
      {proposal.is_shortened ? (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 3, mb: 0 }}>
          {t('text.shortened')}
        </Typography>
      ) : null}
    </Card>
  )
}

const Messages = styled('ol')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gap: 16,
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& code': { ...theme.typography.mono, overflowWrap: 'anywhere', color: theme.vars.palette.text.secondary },
  '& h3': { margin: 0 },
  '& dl': { marginTop: 8 },
  '& dd': { whiteSpace: 'pre-wrap', maxWidth: '100%' },
  '& li + li': { paddingTop: 16, borderTop: `1px solid ${theme.vars.palette.divider}` },
}))

/** `/cosmos.gov.v1.MsgExecLegacyContent` as one reads it: Exec legacy content. */
function messageName(type: string): string {
  const name = (type.split('.').at(-1) ?? type).replace(/^Msg/, '')
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What is done when it passes, as far as it can be read. */
function MessagesCard({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  return (
    <Card title={t('messages.title')}>
      {proposal.messages.length === 0 ? (
        <Typography color="textSecondary">{t('messages.none')}</Typography>
      ) : (
        <Messages>
          {proposal.messages.map(({ type, fields, plan }, at) => (
            <li key={at}>
              <Typography variant="body1" component="h3" sx={{ fontWeight: 500 }}>
                {messageName(harmlessLine(type))}
              </Typography>
              <code dir="ltr">{harmlessLine(type)}</code>
              <Facts>
                {plan === null ? null : (
                  <div>
                    <dt>{t('messages.plan')}</dt>
                    <dd>
                      {plan.height === 0
                        ? harmlessLine(plan.name)
                        : t('messages.planAt', {
                            name: harmlessLine(plan.name),
                            height: formats.integer(plan.height),
                          })}
                    </dd>
                  </div>
                )}
                {fields.map((field, index) => (
                  <div key={index}>
                    <dt>{harmlessLine(field.name)}</dt>
                    <dd dir="auto">{harmlessText(field.value)}</dd>
                  </div>
                ))}
              </Facts>
            </li>
          ))}
        </Messages>
      )}
    </Card>
  )
}

interface CountProps {
  proposal: ProposalDetails
  unit: NetworkStatus['unit']
  title: string
}

function CountCard({ proposal, unit, title }: CountProps) {
  const { t } = useTranslation('governance')
  return (
    <Card title={t(proposal.state === 'VOTING' ? 'count' : 'result')}>
      <Box sx={{ display: 'grid', gap: 4 }}>
        <Turnout proposal={proposal} />
        <TallyTable proposal={proposal} unit={unit} label={title} />
      </Box>
    </Card>
  )
}

interface MineProps {
  proposal: ProposalDetails
  rowOf: (id: number) => Validator | undefined
}

function MineCard({ proposal, rowOf }: MineProps) {
  const { t } = useTranslation('governance')
  const command = proposal.state === 'VOTING' ? proposal.vote_command : null
  return (
    <Card title={t('mine')}>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 }}>
        <OwnVotes proposal={proposal} rowOf={rowOf} />
        {command === null ? null : <CodeBlock title={t('command')} code={command} />}
      </Box>
    </Card>
  )
}

function FactsCard({ proposal }: { proposal: ProposalDetails }) {
  const { t } = useTranslation('governance')
  const { t: tValidator } = useTranslation('validator')
  const formats = useFormats()
  const { serverTime } = useServices()
  const time = (iso: string) => momentText(iso, serverTime.now(), formats)
  const { failed_reason: reason, proposer } = proposal
  const rows = [
    ['start', time(proposal.voting_start_at)],
    [proposal.state === 'VOTING' ? 'end' : 'ended', time(proposal.voting_end_at)],
    ['proposer', proposer === null ? null : harmlessLine(proposer)],
    ['reason', reason === null ? null : harmlessText(reason)],
    ['known', tValidator(`assurance.${proposal.assurance}`)],
  ] as const
  return (
    <Card title={t('facts.title')}>
      <Facts>
        {rows.map(([key, value]) =>
          value === null ? null : (
            <div key={key}>
              <dt>{t(`facts.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </Facts>
    </Card>
  )
}
