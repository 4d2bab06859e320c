import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { alertTargetsAtOnce } from '@roundsman/contract/alerts'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'
import type { Choices } from './choices.ts'
import { OthersList } from './others-list.tsx'
import type { ChosenTarget } from './target.ts'
import { nameOf } from './target-name.ts'

interface Props {
  /** The others are given the settings of its first. */
  target: ChosenTarget
  choices: Choices
  onChoose: (ids: readonly number[]) => void
  onClose: () => void
}

/** Asks which other validators or bridges get the settings of this one. */
export default function SeveralDialog({ target, choices, onChoose, onClose }: Props) {
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
          {...{ target, choices, search, chosen }}
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
