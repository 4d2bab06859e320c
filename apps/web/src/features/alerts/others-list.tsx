import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { validatorMatcher } from '../../parts/address-search.ts'
import { ValidatorName } from '../../parts/validator-name.tsx'
import { BridgeLines } from './bridge-lines.tsx'
import type { Choices } from './choices.ts'
import type { ChosenTarget } from './target.ts'
import { groupBridges } from './target-groups.ts'

const List = styled('ul')({ listStyle: 'none', margin: '12px 0 0', padding: 0 })
const Label = styled('label')(({ theme }) => ({
  ...theme.typography.table,
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 36,
  cursor: 'pointer',
  '& > :last-child': { minWidth: 0 },
}))

interface Props {
  target: ChosenTarget
  choices: Choices
  search: string
  chosen: ReadonlySet<number>
  /** No more can be chosen. */
  isFull: boolean
  onSet: (id: number, on: boolean) => void
}

/** The others of a target's kind that are found, each with a box. */
export function OthersList({ target, choices, search, chosen, isFull, onSet }: Props) {
  const { t } = useTranslation('alerts')
  const found = useFound(target, choices, search).filter(({ id }) => id !== target.first)
  if (found.length === 0)
    return (
      <Typography color="textSecondary" role="status" sx={{ mt: 4 }}>
        {t(target.kind === 'bridges' ? 'target.noBridgeFound' : 'target.notFound', { text: search })}
      </Typography>
    )
  return (
    <List>
      {found.map(({ id, name }) => (
        <li key={id}>
          <Label>
            <Checkbox
              size="small"
              checked={chosen.has(id)}
              disabled={!chosen.has(id) && isFull}
              onChange={(_event, on) => onSet(id, on)}
            />
            {name}
          </Label>
        </li>
      ))}
    </List>
  )
}

/** Bridges have no rank: the user's own stand first. */
function useFound(
  { kind }: ChosenTarget,
  { validators, bridges }: Choices,
  search: string,
): { id: number; name: ReactNode }[] {
  const { compare: compareNames } = useFormats()
  return kind === 'validators'
    ? validators
        .filter(validatorMatcher(search))
        .map((row) => ({ id: row.id, name: <ValidatorName row={row} /> }))
    : groupBridges(bridges, { search, withAlerts: new Set(), compareNames })
        .flatMap(({ rows }) => rows)
        .map((row) => ({ id: row.id, name: <BridgeLines row={row} /> }))
}
