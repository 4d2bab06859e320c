import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { ValidatorName } from './validator-name.tsx'

interface Props {
  row: Validator
  /** -1 where another control of the row leads there. */
  tabIndex?: 0 | -1
}

const Anchor = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  minHeight: 24,
  borderRadius: 6,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: 3 },
}) as typeof Link

/** Picture and moniker, which lead to the page of the validator. */
export const ValidatorLink = memo(
  function ValidatorLink({ row, tabIndex = 0 }: Props) {
    return (
      <Anchor to="/validators/$validatorId" params={{ validatorId: String(row.id) }} tabIndex={tabIndex}>
        <ValidatorName row={row} />
      </Anchor>
    )
  },
  (a, b) =>
    a.row.id === b.row.id &&
    a.row.moniker === b.row.moniker &&
    a.row.avatar === b.row.avatar &&
    a.row.consensus_address === b.row.consensus_address &&
    a.tabIndex === b.tabIndex,
)
