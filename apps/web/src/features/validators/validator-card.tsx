import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { ValidatorStrip } from '../../parts/validator-strip.tsx'
import { FigureText } from './figure-text.tsx'
import type { ListLooks } from './list-context.ts'
import { StateCell } from '../../parts/state-cell.tsx'
import { figureOf } from './validator-figures.ts'
import { ValidatorName } from '../../parts/validator-name.tsx'
import { MoreButton } from './validator-row.tsx'
import { stateOf } from '@roundsman/contract/validator-state'

interface Props extends ListLooks {
  row: Validator
  onMenu: (row: Validator, anchor: HTMLElement) => void
}

export const cardHeight = 82

const Card = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  boxSizing: 'border-box',
  height: cardHeight,
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  padding: '0 4px 2px 16px',
  [theme.breakpoints.up('sm')]: { padding: '0 12px 2px 24px' },
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  // At 320 px the strip gives way.
  '& svg[role="img"]': { flexShrink: 1, minWidth: 0 },
}))
const Line = styled('div')({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 })
const End = styled('div')({ display: 'flex', alignItems: 'center', flex: 'none', gap: 2 })
const Figures = styled('div')(({ theme }) => ({
  textAlign: 'end',
  lineHeight: '17px',
  fontVariantNumeric: 'tabular-nums',
  paddingInlineEnd: 12,
  '& > div + div': { fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}))
const Touch = styled(MoreButton)({ width: 40, height: 40 })

/** A validator on a narrow screen: name and state, then the strip and its two figures. */
export const ValidatorCard = memo(function ValidatorCard({
  row,
  unit,
  staleAge,
  unseenBlocks,
  onMenu,
}: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <Card>
      <Line>
        <ValidatorName row={row} />
        <End>
          <StateCell state={stateOf(row)} staleAge={staleAge} />
          <Touch
            type="button"
            aria-haspopup="menu"
            aria-label={t('list.more', { name: row.moniker ?? row.consensus_address })}
            onClick={(event) => onMenu(row, event.currentTarget)}
          >
            <MoreVertRounded aria-hidden />
          </Touch>
        </End>
      </Line>
      <Line>
        <ValidatorStrip letters={row.recent_signatures} unseen={unseenBlocks} stale={staleAge !== null} />
        <Figures>
          <div>
            <FigureText {...figureOf('uptime', row, formats, unit)} />
          </div>
          <div>
            <FigureText {...figureOf('tokens', row, formats, unit)} tone="quiet" />
          </div>
        </Figures>
      </Line>
    </Card>
  )
})
