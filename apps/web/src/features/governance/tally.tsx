import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import type { Proposal, VoteOption } from '@roundsman/contract/governance/governance'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Known, VisuallyHidden } from '../../ui/known.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { tallyShares } from '../../parts/governance/proposal-text.ts'

/** A share of a whole, 0…1, with a line at what has to be reached. */
const Track = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 8,
  borderRadius: 4,
  backgroundColor: theme.vars.palette.skeleton,
  '& > i': {
    position: 'absolute',
    insetBlock: 0,
    insetInlineStart: 0,
    borderRadius: 4,
    backgroundColor: theme.vars.palette.accent.strong,
  },
  '& > b': {
    position: 'absolute',
    insetBlock: -3,
    width: 2,
    borderRadius: 1,
    backgroundColor: theme.vars.palette.text.primary,
  },
  '@media (forced-colors: active)': {
    border: '1px solid CanvasText',
    '& > i': { backgroundColor: 'Highlight', forcedColorAdjust: 'none' },
    '& > b': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  },
}))

/** Decorative: the same stands beside it in words. */
export function ShareBar({ share, mark }: { share: number; mark: number | null }) {
  const percent = (value: number) => `${Math.min(1, Math.max(0, value)) * 100}%`
  return (
    <Track aria-hidden>
      <i style={{ width: percent(share) }} />
      {mark === null ? null : <b style={{ insetInlineStart: percent(mark) }} />}
    </Track>
  )
}

const Line = styled('div')(({ theme }) => ({
  ...theme.typography.table,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: '2px 12px',
  marginBottom: 6,
  fontVariantNumeric: 'tabular-nums',
  '& > span:first-of-type': { color: theme.vars.palette.text.secondary },
  '& > span:last-of-type': { marginInlineStart: 'auto' },
}))

/** How much has voted, against what has to. */
export function Turnout({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const { turnout, quorum, state } = proposal
  const isReached = turnout !== null && quorum !== null ? turnout >= quorum : null
  const said = quorum === null ? t('quorumUnknown') : t('quorum', { share: formats.percent(quorum) })
  const [icon, tone] =
    isReached === null
      ? ([HelpOutlineRounded, 'neutral'] as const)
      : isReached
        ? ([CheckCircleOutlineRounded, 'success'] as const)
        : state === 'VOTING'
          ? ([HourglassTopRounded, 'neutral'] as const)
          : ([CancelOutlined, 'error'] as const)
  return (
    <div>
      <Line>
        <span>{t('turnout')}</span>
        <strong>
          <Known>{turnout === null ? null : formats.percent(turnout)}</Known>
        </strong>
        <span>
          <StateMark icon={icon} tone={tone} emphasis="silent">
            {said}
          </StateMark>
          {isReached === null ? null : (
            <VisuallyHidden>{t(isReached ? 'quorumReached' : 'quorumMissing')}</VisuallyHidden>
          )}
        </span>
      </Line>
      <ShareBar share={turnout ?? 0} mark={quorum} />
    </div>
  )
}

const Table = styled('table')(({ theme }) => ({
  ...theme.typography.table,
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& caption': { position: 'absolute' },
  '& tbody th': {
    width: '1%',
    padding: '4px 0',
    paddingInlineEnd: 12,
    textAlign: 'start',
    fontWeight: 400,
    color: theme.vars.palette.text.secondary,
    whiteSpace: 'nowrap',
  },
  '& td': { padding: '4px 0' },
  '& td > span': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' },
  '& td > span > div': { flex: '1 1 2rem' },
  '& [data-share]': { minWidth: '3.5rem', fontWeight: 500, textAlign: 'end' },
  '& [data-amount]': { minWidth: '5.5rem', color: theme.vars.palette.text.secondary, textAlign: 'end' },
}))

const Bar = styled('div')(({ theme }) => ({
  height: 8,
  borderRadius: 4,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.skeleton,
  '& > i': { display: 'block', height: '100%', borderRadius: 4 },
  '& > [data-option="YES"]': { backgroundColor: theme.vars.palette.success.main },
  '& > [data-option="NO"]': { backgroundColor: theme.vars.palette.error.main },
  '& > [data-option="NO_WITH_VETO"]': { backgroundColor: theme.vars.palette.warning.main },
  '& > [data-option="ABSTAIN"]': { backgroundColor: theme.vars.palette.neutral.main },
  '@media (forced-colors: active)': {
    border: '1px solid CanvasText',
    '& > i': { backgroundColor: 'Highlight !important', forcedColorAdjust: 'none' },
  },
}))

interface TallyProps {
  proposal: Proposal
  unit: NetworkStatus['unit']
  /** Of a proposal by its title. */
  label: string
}

/** What was cast for each option: bars that are a table (P952). */
export function TallyTable({ proposal, unit, label }: TallyProps) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const { tally } = proposal
  if (tally === null)
    return (
      <StateMark icon={HelpOutlineRounded} tone="neutral" emphasis="silent">
        {t('tallyUnknown')}
      </StateMark>
    )
  const amountOf = (amount: string) =>
    unit === null
      ? formats.integer(BigInt(amount))
      : `${formats.tokens(amount, unit.decimals)} ${unit.symbol}`
  return (
    <Table>
      <caption>
        <VisuallyHidden>{t('tallyOf', { title: label })}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>{t('column.option')}</VisuallyHidden>
          </th>
          <th scope="col">
            <VisuallyHidden>{t('column.share')}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {tallyShares(tally).map(({ option, amount, share }) => (
          <tr key={option}>
            <th scope="row">{t(`option.${option}`)}</th>
            <td>
              <span>
                <TallyBar option={option} share={share} />
                <span data-share="">{formats.percent(share)}</span>
                <span data-amount="">{amountOf(amount)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function TallyBar({ option, share }: { option: VoteOption; share: number }) {
  return (
    <Bar aria-hidden>
      <i data-option={option} style={{ width: `${share * 100}%` }} />
    </Bar>
  )
}
