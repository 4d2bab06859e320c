import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { alertTargetsAtOnce } from '@roundsman/contract/alerts/alerts'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useFavourites } from '../../../data/services/preferences.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { ValidatorName } from '../../../parts/validator-cells.tsx'
import { TextField } from '../../../ui/controls/fields.tsx'
import { groupBridges, groupTargets } from './target-groups.ts'
import { BridgeLines } from './target-row.tsx'
import { type Choices, type ChosenTarget, nameOf } from './target.ts'
import { styled } from '../../../ui/theme/styled.tsx'

interface Props {
  /** The others are given the settings of its first. */
  target: ChosenTarget
  choices: Choices
  onChoose: (ids: readonly number[]) => void
  onClose: () => void
}

/** Asks which other validators or bridges get the settings of this one. */
export function SeveralDialog({ target, choices, onChoose, onClose }: Props) {
  const { t } = useTranslation('alerts')
  const id = useId()
  const [search, setSearch] = useState('')
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set(target.ids))
  const { kind, first } = target
  const set = (one: number, on: boolean) =>
    choose((before) => new Set(on ? [...before, one] : [...before].filter((other) => other !== one)))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{t('several.title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 4 }}>
          {t('several.text', { name: nameOf(target, first, choices) })}
        </Typography>
        <TextField
          type="search"
          label={t(kind === 'bridges' ? 'target.searchBridges' : 'target.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <OthersList
          target={target}
          choices={choices}
          search={search}
          chosen={chosen}
          isFull={chosen.size >= alertTargetsAtOnce}
          onSet={set}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2 }}>
        <Button variant="text" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant="contained"
          onClick={() => onChoose([first, ...[...chosen].filter((one) => one !== first)])}
        >
          {t('several.choose', { count: chosen.size })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

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

interface ListProps {
  target: ChosenTarget
  choices: Choices
  search: string
  chosen: ReadonlySet<number>
  /** No more can be chosen. */
  isFull: boolean
  onSet: (id: number, on: boolean) => void
}

/** The others of a target's kind that are found, each with a box. */
function OthersList({ target, choices, search, chosen, isFull, onSet }: ListProps) {
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

/** The user's own stand first (P905), then the others by rank; bridges have none. */
function useFound(
  { kind }: ChosenTarget,
  { validators, bridges }: Choices,
  search: string,
): { id: number; name: ReactNode }[] {
  const { compare: compareNames } = useFormats()
  const { ids: mine } = useFavourites()
  return kind === 'validators'
    ? groupTargets(validators, { search, mine, withAlerts: new Set() })
        .flatMap(({ rows }) => rows)
        .map((row) => ({ id: row.id, name: <ValidatorName row={row} /> }))
    : groupBridges(bridges, { search, withAlerts: new Set(), compareNames })
        .flatMap(({ rows }) => rows)
        .map((row) => ({ id: row.id, name: <BridgeLines row={row} /> }))
}
