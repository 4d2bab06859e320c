import Typography from '@mui/material/Typography'
import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import type { ValidatorsList } from '@roundsman/contract/networks/validators'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useFormats } from '../../i18n/formats.ts'
import { Known } from '../../ui/known.tsx'
import { Card, Facts } from '../../ui/page/card.tsx'
import { jailBounds } from '../../parts/validator-state.tsx'
import { blocksOf, othersMissing, rateOver, recentMisses, type WindowUse } from './slashing-window.ts'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  details: ValidatorDetails
  list: ValidatorsList | undefined
  letters: string
  use: WindowUse | null
  halted: boolean
}

/** The window from its first missed block at the left to all of it; the line is where jail begins. */
const Bar = styled('div')(({ theme }) => ({
  direction: 'ltr',
  position: 'relative',
  height: 12,
  margin: '12px 0 8px',
  borderRadius: 6,
  backgroundColor: theme.vars.palette.skeleton,
  '& > i': {
    position: 'absolute',
    insetBlock: 0,
    left: 0,
    minWidth: 2,
    borderRadius: 'inherit',
    backgroundColor: theme.vars.palette.strip.missed,
    backgroundImage: `repeating-linear-gradient(115deg, transparent 0 5px, ${theme.vars.palette.background.paper} 5px 6px)`,
  },
  '& > b': {
    position: 'absolute',
    insetBlock: -5,
    width: 2,
    transform: 'translateX(-1px)',
    backgroundColor: theme.vars.palette.text.primary,
  },
  '@media (forced-colors: active)': {
    border: '1px solid CanvasText',
    '& > i, & > b': { backgroundColor: 'CanvasText', forcedColorAdjust: 'none' },
  },
}))
/** What does not fit beside the figure stands below it, in lines of its own letters. */
const Lead = styled('p')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: 8,
  margin: 0,
})
const Ends = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  columnGap: 12,
  margin: '0 0 12px',
  paddingBottom: 12,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > strong': { fontWeight: 600 },
  '& > span': { color: theme.vars.palette.text.secondary },
}))

/** How far the validator is from jail: missed, left, and when, if it goes on like this. */
export function SlashingCard({ details, list, letters, use, halted }: Props) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const pace = list?.status.block_time_seconds ?? null
  if (use === null)
    return (
      <Card title={t('slashing.title')} meaning={t('term.window')}>
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t(`slashing.${reasonOf(details)}`)}
        </Typography>
      </Card>
    )
  const { missed, window, limit, left } = use
  const toJail = halted ? null : jailBounds(details.seconds_to_jail, details.seconds_to_jail_at_most, formats)
  const isExact = details.missed_blocks_exact !== false
  const leftText = `${isExact ? '' : '≤\u00a0'}${formats.integer(left)}`
  // What leaves the window meanwhile, and whom the chain jails only later, is in the time, and so in its blocks (P909).
  const blocks = blocksOf(details.seconds_to_jail, pace)
  const blocksText =
    blocks === null ? leftText : `${toJail?.atMost == null ? '' : '≥\u00a0'}${formats.integer(blocks)}`
  const others = othersMissing(list?.validators ?? [], details.id)
  const rate = recentMisses(letters)
  return (
    <Card title={t('slashing.title')} meaning={t('term.window')}>
      <Lead>
        <Typography variant="figureL" component="span">
          {toJail === null ? leftText : toJail.isNow ? t('slashing.anyMoment') : toJail.atLeast}
        </Typography>{' '}
        <Typography variant="caption" component="span" color="textSecondary">
          {toJail === null
            ? t('slashing.mayMiss', { count: left })
            : toJail.isNow
              ? toJail.atMost === null
                ? t('slashing.toJailNow')
                : t('slashing.toJailNowAtMost', { most: toJail.atMost })
              : toJail.atMost === null
                ? t('slashing.toJail')
                : t('slashing.toJailAtLeast', { most: toJail.atMost })}
        </Typography>
      </Lead>
      <Bar role="img" aria-label={t('slashing.bar', figuresOf(use, formats.integer))}>
        <i style={{ width: `${(100 * missed) / window}%` }} />
        <b style={{ left: `${(100 * limit) / window}%` }} />
      </Bar>
      <Ends>
        <strong>
          {t('slashing.missed', { count: missed, value: `${formats.integer(missed)}${isExact ? '' : '+'}` })}
        </strong>
        <span>
          {t('slashing.jailAt', { limit: formats.integer(limit), window: formats.integer(window) })}
        </span>
      </Ends>
      <Facts>
        {others === null ? null : (
          <div>
            <dt>{t('slashing.others')}</dt>
            <dd>
              {t('slashing.othersOf', {
                missing: formats.integer(others.missing),
                count: others.all,
                value: formats.integer(others.all),
              })}
            </dd>
          </div>
        )}
        {toJail === null ? null : (
          <div>
            <dt>{t('slashing.left')}</dt>
            <dd>{blocksText}</dd>
          </div>
        )}
        {/* Two shares side by side are of the same blocks. */}
        <div>
          <dt>{t('slashing.share')}</dt>
          <dd>
            {t('slashing.shareOf', {
              share: `${isExact ? '' : '≥\u00a0'}${formats.percent(missed / window)}`,
              limit: formats.rate(limit / window),
            })}
          </dd>
        </div>
        <div>
          <dt>{t('slashing.rate', { value: formats.integer(rateOver) })}</dt>
          <dd>
            <Known>
              {rate === null
                ? null
                : halted
                  ? t('slashing.halted', { rate: formats.percent(rate) })
                  : formats.percent(rate)}
            </Known>
          </dd>
        </div>
        <div>
          <dt>{t('slashing.window')}</dt>
          <dd>
            {t('slashing.blocks', { count: window, value: formats.integer(window) })}
            {pace === null ? null : `, ${formats.duration(window * pace)}`}
          </dd>
        </div>
      </Facts>
    </Card>
  )
}

function figuresOf({ missed, limit, window }: WindowUse, write: (value: number) => string) {
  return { missed: write(missed), limit: write(limit), window: write(window) }
}

/** Why the window says nothing: it does not begin anew for who is out for good. */
function reasonOf({ tombstoned, jailed }: ValidatorDetails): 'tombstoned' | 'jailed' | 'unknown' {
  if (tombstoned === true) return 'tombstoned'
  return jailed === true ? 'jailed' : 'unknown'
}
