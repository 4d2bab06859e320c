import CloseRounded from '@mui/icons-material/CloseRounded'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useNow, useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { OutLink } from '../out-link.tsx'
import type { BlockFacts, BlockOutcome } from './block-facts.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** What a cell of the grid means. The strip cannot tell the last two apart, so they have words of their own here. */
export function useOutcomeText(): (outcome: BlockOutcome) => string {
  const { t } = useTranslation(['validator', 'translation'])
  return (outcome) =>
    outcome === 'outside' || outcome === 'unseen'
      ? t(`signing.${outcome}`)
      : t(`translation:strip.${outcome}`)
}

/** A block of the grid as one sentence: "Height 9,411,638, Missed, proven, about 10:12:30". */
export function useBlockLabel(): (facts: BlockFacts) => string {
  const { t } = useTranslation(['validator', 'translation'])
  const outcomeText = useOutcomeText()
  const formats = useFormats()
  const { serverTime } = useServices()
  return ({ height, outcome, assurance, at, about }) => {
    const time = at === null ? null : formats.time(at, serverTime.now())
    return [
      t('heightAlone', { height: formats.integer(height) }),
      outcomeText(outcome),
      assurance && t(`assurance.${assurance}`),
      time === null ? null : about ? t('translation:strip.about', { time }) : time,
    ]
      .filter((part) => part !== null)
      .join(', ')
  }
}

interface Props {
  facts: BlockFacts
  pinned: boolean
  /** Px in the frame of the grid: the left edge of the cell and its lower one, and the width of the frame. */
  left: number
  top: number
  width: number
  onClose: () => void
}

const tipWidth = 220
const Tip = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  position: 'absolute',
  zIndex: theme.zIndex.tooltip,
  boxSizing: 'border-box',
  width: tipWidth,
  maxWidth: '100%',
  display: 'grid',
  gap: 2,
  padding: '10px 12px',
  borderRadius: 8,
  pointerEvents: 'none',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.raised,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  boxShadow: theme.vars.palette.shadow,
  '&[data-pinned]': { pointerEvents: 'auto', paddingInlineEnd: 40 },
  '& > strong': { ...theme.typography.label },
  '& > strong[data-outcome="missed"]': { color: theme.vars.palette.error.main },
  '& > span': { color: theme.vars.palette.text.secondary },
}))

/** What there is to say of the block under the pointer; kept open, also the way to it in the explorer. */
export function BlockTip({ facts, pinned, left, top, width, onClose }: Props) {
  const { t } = useTranslation(['validator', 'translation'])
  const outcomeText = useOutcomeText()
  const formats = useFormats()
  const now = useNow()
  const { network } = useServices()
  const { height, outcome, assurance, at, about } = facts
  const link = blockLink(network.explorer_url, height)
  const age = at === null ? null : formats.roughDuration(Math.max(0, now - Date.parse(at)) / 1_000)
  const time = at === null ? null : formats.time(at, now)
  return (
    <Tip
      {...(pinned ? { 'data-pinned': '' } : { role: 'tooltip' })}
      style={{ left: Math.max(0, Math.min(left + 8, width - tipWidth)), top: top + 6 }}
    >
      <strong data-outcome={outcome} dir="auto">
        {outcomeText(outcome)}
      </strong>
      <span dir="auto">
        {t('heightAlone', { height: formats.integer(height) })}
        {assurance === null ? null : `, ${t(`assurance.${assurance}`)}`}
      </span>
      {time === null || age === null ? null : (
        <span dir="auto">
          {about ? t('translation:strip.about', { time }) : time},{' '}
          {t('translation:age.ago', { duration: age })}
        </span>
      )}
      {pinned ? (
        <>
          {link === null ? null : <OutLink href={link}>{t('signing.inExplorer')}</OutLink>}
          <IconButton
            aria-label={t('signing.close')}
            onClick={onClose}
            sx={{ position: 'absolute', top: 4, right: 4, width: 28, height: 28 }}
          >
            <CloseRounded sx={{ fontSize: 16 }} />
          </IconButton>
        </>
      ) : null}
    </Tip>
  )
}

/**
 * Explorers by the end of their host that have a block of the consensus at `/block/<height>`. Of the built-in ones that
 * are not here (chainscan-galileo.0g.ai, governance.xrplevm.org, storyscan.app) it is not known: a link that leads to
 * another block, or nowhere, is worse than none.
 */
const blockHosts = ['mintscan.io', 'explorers.guru', 'explorer.provenance.io', 'ping.pub']

/** A block in the network's explorer; null where it is not known how that names blocks. */
export function blockLink(explorerUrl: string | null, height: number): string | null {
  if (explorerUrl === null) return null
  const { href, host } = new URL(explorerUrl)
  const knows = blockHosts.some((end) => host === end || host.endsWith(`.${end}`))
  return knows ? `${href.replace(/\/$/, '')}/block/${height}` : null
}
