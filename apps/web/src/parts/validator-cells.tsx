import type { Validator } from '@roundsman/contract/networks/validators'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { Monogram } from '../ui/monogram.tsx'
import { Strip, type StripPitch } from '../ui/strip/strip.tsx'
import { styleClass, styled } from '../ui/theme/styled.tsx'
import { validatorName } from './validator-name.ts'

interface ValidatorNameProps {
  row: Validator
}

const Root = styled('span')({ display: 'flex', alignItems: 'center', gap: 10, minWidth: 0 })
const Name = styled('span')(({ theme }) => ({
  fontVariantNumeric: 'normal',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontWeight: 500,
  '&[data-address]': { ...theme.typography.mono, fontWeight: 400 },
}))

/** Picture and moniker; a validator without one shows its consensus address. */
export const ValidatorName = memo(function ValidatorName({ row }: ValidatorNameProps) {
  const name = validatorName(row)
  return (
    <Root>
      <Monogram name={row.moniker ?? '#'} seed={row.consensus_address} image={row.avatar} />
      <Name
        dir="auto"
        title={row.moniker ?? row.consensus_address}
        {...(row.moniker === null ? { 'data-address': '' } : {})}
      >
        {name}
      </Name>
    </Root>
  )
}, sameName)

function sameName(a: ValidatorNameProps, b: ValidatorNameProps): boolean {
  return (
    a.row.moniker === b.row.moniker &&
    a.row.avatar === b.row.avatar &&
    a.row.consensus_address === b.row.consensus_address
  )
}

interface ValidatorLinkProps {
  row: Validator
  /** -1 where another control of the row leads there. */
  tabIndex?: 0 | -1
}

const useAnchor = styleClass({
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  minHeight: 24,
  borderRadius: 6,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
})

/** Picture and moniker, which lead to the page of the validator. */
export const ValidatorLink = memo(
  function ValidatorLink({ row, tabIndex = 0 }: ValidatorLinkProps) {
    return (
      <Link
        to="/validators/$validatorId"
        params={{ validatorId: String(row.id) }}
        tabIndex={tabIndex}
        className={useAnchor()}
      >
        <ValidatorName row={row} />
      </Link>
    )
  },
  (a, b) =>
    a.row.id === b.row.id &&
    a.row.moniker === b.row.moniker &&
    a.row.avatar === b.row.avatar &&
    a.row.consensus_address === b.row.consensus_address &&
    a.tabIndex === b.tabIndex,
)

interface ValidatorStripProps {
  /** The letters of `recent_signatures`, oldest first. */
  letters: string
  /** How many of the newest blocks to show. */
  blocks?: number
  pitch?: StripPitch
  /** Blocks that passed unseen since the letters were last true; the strip goes on with dots for them. */
  unseen?: number
  /** The letters are too old to be taken for the present. */
  stale?: boolean
}

/** The last blocks of a validator as far as the page knows them. */
export function ValidatorStrip({
  letters,
  blocks = 60,
  pitch = 4,
  unseen = 0,
  stale = false,
}: ValidatorStripProps) {
  const known = unseen === 0 ? letters : (letters + '-'.repeat(unseen)).slice(-60)
  return <Strip letters={known} blocks={blocks} pitch={pitch} faded={stale} />
}
