import CloseRounded from '@mui/icons-material/CloseRounded'
import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { type ComponentProps, useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TargetPicture, TargetState } from './target-face.tsx'
import { TargetList } from './target-list.tsx'
import { kindOf, targetText } from './target.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const PickerButton = styled('button')(({ theme }) => ({
  all: 'unset',
  ...theme.typography.subtitle2,
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 52,
  padding: '8px 14px',
  marginBottom: 12,
  borderRadius: 10,
  cursor: 'pointer',
  border: `1px solid ${theme.vars.palette.control}`,
  '& > span:not([aria-hidden])': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    // Letters of twice the size take two lines.
    '& [data-emphasis]': { whiteSpace: 'normal' },
    // A state is as wide as its words, not as the picker.
    justifyItems: 'start',
    flex: 1,
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
  '& > svg': { color: theme.vars.palette.text.secondary },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: 2 },
}))

interface Props extends Omit<ComponentProps<typeof TargetList>, 'onChosen'> {
  staleAge: number | null
  halted: boolean
}

/** Where the list has no place beside the settings: it opens over the page. */
export function TargetPicker({ staleAge, halted, ...list }: Props) {
  const { t } = useTranslation('alerts')
  const id = useId()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { target, choices } = list
  return (
    <>
      <PickerButton type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <TargetPicture target={target} choices={choices} size={32} />
        <span>
          <bdi>{targetText(target, choices, t)}</bdi>
          <TargetState target={target} choices={choices} staleAge={staleAge} halted={halted} />
        </span>
        <KeyboardArrowDownRounded aria-hidden />
      </PickerButton>
      <Dialog open={open} onClose={close} aria-labelledby={id} fullWidth maxWidth="xs">
        <DialogTitle id={id} sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
          {t(kindOf(target) === 'bridges' ? 'target.chooseBridges' : 'target.choose')}
          <IconButton aria-label={t('close')} onClick={close}>
            <CloseRounded />
          </IconButton>
        </DialogTitle>
        <div style={{ padding: '0 16px 16px', overflowY: 'auto' }}>
          <TargetList {...list} onChosen={close} />
        </div>
      </Dialog>
    </>
  )
}
