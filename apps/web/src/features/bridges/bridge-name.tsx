import { styled } from '@mui/material/styles'
import type { Bridge } from '@roundsman/contract/bridges'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ContestedMark } from '../../parts/contested-mark.tsx'
import { useRowStop } from '../../ui/table/row-stop.ts'

const Root = styled('span')({ display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 })
const Anchor = styled(Link)(({ theme }) => ({
  minWidth: 0,
  minHeight: 24,
  lineHeight: '1.5rem',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  borderRadius: 6,
  fontWeight: 500,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
  '&[data-unnamed]': { fontWeight: 400, color: theme.vars.palette.text.secondary },
})) as typeof Link

/** The name that leads to the page of a bridge, the one stop of its row; one that is scraped has none. */
export const BridgeName = memo(
  function BridgeName({ row: { id, name, contested } }: { row: Bridge }) {
    const { t } = useTranslation('bridges')
    const stop = useRowStop()
    return (
      <Root>
        <Anchor
          to="/bridges/$bridgeId"
          params={{ bridgeId: String(id) }}
          tabIndex={stop}
          data-stop=""
          dir="auto"
          title={name ?? undefined}
          {...(name === null ? { 'data-unnamed': '' } : {})}
        >
          {name ?? t('unnamed')}
        </Anchor>
        {contested ? <ContestedMark /> : null}
      </Root>
    )
  },
  (a, b) => a.row.id === b.row.id && a.row.name === b.row.name && a.row.contested === b.row.contested,
)
