import CloseRounded from '@mui/icons-material/CloseRounded'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import type { BlockFacts } from './block-facts.ts'
import { blockLink } from './block-link.ts'
import { useCellWord } from './use-cell-word.ts'
import { OutLink } from '../out-link.tsx'

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
  '& > strong[data-word="missed"]': { color: theme.vars.palette.error.main },
  '& > span': { color: theme.vars.palette.text.secondary },
}))

/** What there is to say of the block under the pointer; kept open, also the way to it in the explorer. */
export function BlockTip({ facts, pinned, left, top, width, onClose }: Props) {
  const { t } = useTranslation('validator')
  const { t: tell } = useTranslation()
  const cellWord = useCellWord()
  const formats = useFormats()
  const now = useNow()
  const { network } = useServices()
  const { height, word, assurance, at, about } = facts
  const link = blockLink(network.explorer_url, height)
  const age = at === null ? null : formats.roughDuration(Math.max(0, now - Date.parse(at)) / 1_000)
  const time = at === null ? null : formats.time(at, now)
  return (
    <Tip
      {...(pinned ? { 'data-pinned': '' } : { role: 'tooltip' })}
      style={{ left: Math.max(0, Math.min(left + 8, width - tipWidth)), top: top + 6 }}
    >
      <strong data-word={word} dir="auto">
        {cellWord(word)}
      </strong>
      <span dir="auto">
        {t('heightAlone', { height: formats.integer(height) })}
        {assurance === null ? null : `, ${t(`assurance.${assurance}`)}`}
      </span>
      {time === null || age === null ? null : (
        <span dir="auto">
          {about ? tell('strip.about', { time }) : time}, {tell('age.ago', { duration: age })}
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
