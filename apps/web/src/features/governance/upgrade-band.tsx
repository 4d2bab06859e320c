import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import RocketLaunchOutlined from '@mui/icons-material/RocketLaunchOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Signalling, Upgrade } from '@roundsman/contract/governance/governance'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import { useFavourites } from '../../data/services/preferences.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ValidatorLink } from '../../parts/validator-cells.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import { momentText } from '../../parts/governance/proposal-marks.tsx'
import { harmlessLine } from '../../parts/governance/proposal-text.ts'
import { ShareBar } from './tally.tsx'

const Band = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: '4px 16px',
  alignItems: 'center',
  padding: '16px 20px',
  '& > svg': {
    boxSizing: 'content-box',
    padding: 9,
    fontSize: 22,
    borderRadius: 10,
    color: theme.vars.palette.info.main,
    backgroundColor: theme.vars.palette.info.tint,
  },
  '& h2, & p': { margin: 0, overflowWrap: 'anywhere' },
  '& > div': { minWidth: 0 },
  '& > [data-when]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    padding: 16,
    '& > [data-when]': { gridColumn: '1 / -1', textAlign: 'start' },
  },
}))

interface Props {
  upgrade: Upgrade
  status: NetworkStatus | undefined
  rowOf: (id: number) => Validator | undefined
}

/** The next upgrade: when, how that was reckoned, and who has yet to say that they are ready (P956, P957). */
export function UpgradeBand({ upgrade, status, rowOf }: Props) {
  const { t } = useTranslation('governance')
  const { t: tValidator } = useTranslation('validator')
  const title = useUpgradeTitle(upgrade)
  return (
    <Paper variant="outlined" component="section" aria-label={t('upgrade.label')} sx={{ mb: 5 }}>
      <Band>
        <RocketLaunchOutlined aria-hidden />
        <div>
          <Typography variant="h6" component="h2">
            {title}
          </Typography>
          <Typography variant="table" component="p" color="textSecondary">
            <Reckoning upgrade={upgrade} status={status} />, {tValidator(`assurance.${upgrade.assurance}`)}
          </Typography>
        </div>
        <WhenOfUpgrade upgrade={upgrade} />
      </Band>
      {upgrade.signalling === null ? null : <SignalledShare signalling={upgrade.signalling} rowOf={rowOf} />}
    </Paper>
  )
}

function useUpgradeTitle({ name, version, height }: Upgrade): string {
  const { t } = useTranslation('governance')
  const shown = name === null ? '' : harmlessLine(name)
  const what = shown || (version === null ? '' : t('upgrade.version', { version: String(version) }))
  if (height === null) return t('upgrade.notScheduled', { what })
  return what === '' ? t('upgrade.unnamed') : t('upgrade.title', { what })
}

/** The time left is by the last blocks’ pace; where that is not known nothing is reckoned. */
function WhenOfUpgrade({ upgrade: { at } }: { upgrade: Upgrade }) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const now = useNow()
  if (at === null) return null
  const left = Math.floor((Date.parse(at) - now) / 1_000)
  return (
    <div data-when="">
      <Typography variant="figureM" component="p">
        {left > 0 ? t('upgrade.in', { duration: formats.duration(left) }) : t('upgrade.now')}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary">
        <time dateTime={at}>{t('upgrade.about', { time: momentText(at, now, formats) })}</time>
      </Typography>
    </div>
  )
}

function Reckoning({ upgrade: { height, at }, status }: Omit<Props, 'rowOf'>) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  if (height === null) return t('upgrade.noHeight')
  const newest = status?.height ?? null
  const seconds = status?.block_time_seconds ?? null
  const parts = [t('upgrade.atHeight', { height: formats.integer(height) })]
  if (newest !== null && newest < height)
    parts.push(t('upgrade.blocksLeft', { count: height - newest, value: formats.integer(height - newest) }))
  parts.push(
    at === null || seconds === null
      ? t('upgrade.timeUnknown')
      : t('upgrade.blockTime', { seconds: formats.blockTime(seconds) }),
  )
  return parts.join(', ')
}

const Signals = styled('div')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 10,
  // A sentence, which may take several lines.
  '& [data-mark]': { whiteSpace: 'normal' },
  padding: '14px 20px 18px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& p': { margin: 0, display: 'flex', flexWrap: 'wrap', gap: '2px 12px', justifyContent: 'space-between' },
  '& ul': { display: 'flex', flexWrap: 'wrap', gap: '6px 20px', margin: 0, padding: 0, listStyle: 'none' },
  '& li': { minWidth: 0, maxWidth: '100%' },
  [theme.breakpoints.down('sm')]: { padding: '14px 16px 16px' },
}))

function SignalledShare({ signalling, rowOf }: { signalling: Signalling } & Pick<Props, 'rowOf'>) {
  const { t } = useTranslation('governance')
  const formats = useFormats()
  const { ids } = useFavourites()
  const { version, power_share: share, threshold, missing } = signalling
  const mine = missing.filter((id) => ids.has(id))
  return (
    <Signals>
      <p>
        <span>{t('signals.share', { share: formats.percent(share), version: String(version) })}</span>
        <span>{t('signals.threshold', { share: formats.percent(threshold) })}</span>
      </p>
      <ShareBar share={share} mark={threshold} />
      <p>{t('signals.missing', { count: missing.length, value: formats.integer(missing.length) })}</p>
      {ids.size === 0 ? null : mine.length === 0 ? (
        <p>
          <StateMark icon={CheckCircleOutlineRounded} tone="success" emphasis="silent">
            {t('signals.noneOfMine')}
          </StateMark>
        </p>
      ) : (
        <>
          <p>
            <StateMark icon={WarningAmberRounded} tone="warning" emphasis="chip">
              {t('signals.mine')}
            </StateMark>
          </p>
          <ul aria-label={t('signals.mine')}>
            {mine.map((id) => {
              const row = rowOf(id)
              return (
                <li key={id}>
                  {row ? <ValidatorLink row={row} /> : t('unknownValidator', { id: String(id) })}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Signals>
  )
}
