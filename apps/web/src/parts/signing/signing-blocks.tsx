import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { memo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { GridLetters } from '../../data/network/details.ts'
import { useFormats } from '../../i18n/formats.ts'
import { LetterLegend } from '../../ui/strip/strip-legend.tsx'
import { cellsOf, countLetters, gridProofs } from './block-facts.ts'
import { useOutcomeText } from './block-tip.tsx'
import { GridCanvas, gridShape } from './grid-canvas.tsx'
import { SigningGrid } from './signing-grid.tsx'

interface SigningBlocksProps {
  letters: GridLetters
  status: NetworkStatus | undefined
}

/** The last blocks, a cell each; below them the heights that they begin and end with, and what a cell means. */
export function SigningBlocks({ letters, status }: SigningBlocksProps) {
  const formats = useFormats()
  const { marks } = gridProofs(letters.assurances)
  return (
    <>
      <SigningGrid letters={letters} marks={marks} status={status} />
      <Box
        dir="ltr"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          gap: '4px 16px',
          mt: 3,
        }}
      >
        <Typography variant="caption" color="textSecondary">
          {formats.integer(letters.from)}
        </Typography>
        <Box sx={{ order: 1, flexBasis: '100%' }}>
          <GridLegend marked={marks !== ''} />
        </Box>
        <Typography variant="caption" color="textSecondary">
          {formats.integer(letters.from + letters.letters.length - 1)}
        </Typography>
      </Box>
    </>
  )
}

interface GridLegendProps {
  /** Some cell has the mark of what is not proven. */
  marked: boolean
}

const one = gridShape(1, 12)

/** What the cells mean. */
const GridLegend = memo(function GridLegend({ marked }: GridLegendProps) {
  const { t } = useTranslation('validator')
  const text = useOutcomeText()
  const cells = [
    ['s', text('signed'), t('term.signed')],
    ['p', text('proposed'), t('term.proposed')],
    ['n', text('nil'), t('term.nil')],
    ['m', text('missed'), t('term.missed')],
    ['x', text('outside'), t('term.outside')],
    ['-', text('unseen'), t('term.unseen')],
  ] as const
  const entries = marked
    ? [...cells, ['unproven', t('signing.unproven'), t('term.unproven')] as const]
    : cells
  return (
    <LetterLegend
      entries={entries}
      draw={(cell) =>
        cell === 'unproven' ? (
          <GridCanvas cells="s" marks="S" shape={one} />
        ) : (
          <GridCanvas cells={cell} marks="" shape={one} />
        )
      }
    />
  )
})

interface SigningSummaryProps {
  letters: GridLetters
  status: NetworkStatus | undefined
}

/**
 * "75 missed of the last 998 blocks, 43 min, 2 not seen": the time is that of the blocks that are counted; where the validator was not always in the set
 * "0 missed of 480 blocks in the set, 20 not in the set, 43 min in all".
 */
export function SigningSummary({ letters, status }: SigningSummaryProps) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const { missed, known, outside, unseen } = countLetters(cellsOf(letters))
  const { unproven, none, marks } = gridProofs(letters.assurances)
  const pace = status?.block_time_seconds ?? null
  const durationOf = (blocks: number) => (pace === null ? false : formats.duration(pace * blocks))
  const counted = (count: number) => ({ count, value: formats.integer(count) })
  const ofBlocks = { missed: formats.integer(missed), ...counted(known) }
  return [
    outside > 0 ? t('signing.missedInSet', ofBlocks) : t('signing.missedOf', ofBlocks),
    outside === 0 && durationOf(known),
    outside > 0 && t('signing.outsideCount', counted(outside)),
    unseen > 0 && t('signing.unseenCount', counted(unseen)),
    none ? t('signing.noneProven') : marks !== '' && t('signing.unprovenCount', counted(unproven)),
    outside > 0 && pace !== null && t('signing.inAll', { duration: durationOf(letters.letters.length) }),
  ]
    .filter((part) => typeof part === 'string')
    .join(', ')
}
