import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { alertTargetsAtOnce } from '@roundsman/contract/alerts'
import type { Validator } from '@roundsman/contract/validators'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { validatorMatcher } from '../../parts/address-search.ts'
import { ValidatorName } from '../../parts/validator-name.tsx'
import { TextField } from '../../ui/text-field.tsx'

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
  /** The others are given its settings. */
  first: number
  name: string
  ids: readonly number[]
  validators: readonly Validator[]
  onChoose: (ids: readonly number[]) => void
  onClose: () => void
}

/** Asks which other validators get the settings of this one. */
export default function SeveralDialog({ first, name, ids, validators, onChoose, onClose }: Props) {
  const { t } = useTranslation('alerts')
  const id = useId()
  const [search, setSearch] = useState('')
  const [chosen, choose] = useState<ReadonlySet<number>>(new Set(ids))
  const found = validators.filter((one) => one.id !== first).filter(validatorMatcher(search))
  const set = (one: number, on: boolean) =>
    choose((before) => new Set(on ? [...before, one] : [...before].filter((other) => other !== one)))
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{t('several.title')}</DialogTitle>
      <DialogContent>
        <Typography color="textSecondary" sx={{ mb: 4 }}>
          {t('several.text', { name })}
        </Typography>
        <TextField
          type="search"
          label={t('target.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {found.length === 0 ? (
          <Typography color="textSecondary" role="status" sx={{ mt: 4 }}>
            {t('target.notFound', { text: search })}
          </Typography>
        ) : (
          <List>
            {found.map((row) => (
              <li key={row.id}>
                <Label>
                  <Checkbox
                    size="small"
                    checked={chosen.has(row.id)}
                    disabled={!chosen.has(row.id) && chosen.size >= alertTargetsAtOnce}
                    onChange={(_event, on) => set(row.id, on)}
                  />
                  <ValidatorName row={row} />
                </Label>
              </li>
            ))}
          </List>
        )}
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
