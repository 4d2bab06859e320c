import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { NewBridgeToken } from '@roundsman/contract/bridge-tokens'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { PushLine } from './push-line.tsx'
import type { PushState } from './push-state.ts'
import { SnippetTabs } from './snippet-tabs.tsx'
import { targetOf } from './snippets.ts'

interface Props {
  token: NewBridgeToken
  state: PushState
  onClose: () => void
}

/** The token, what to run with it, and what has come of it so far. */
export function RunStep({ token, state, onClose }: Props) {
  const { t } = useTranslation('bridges')
  const { t: tell } = useTranslation()
  const copy = useCopy()
  const done = state.kind === 'connected'
  const target = targetOf(window.location.origin)
  return (
    <>
      <DialogContent
        sx={{ display: 'grid', gap: 4, pt: '20px !important', gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        <TextField
          label={t('connect.tokenOf', { name: token.name })}
          hint={t('connect.once')}
          value={token.token}
          readOnly
          dir="ltr"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          end={
            <Button size="small" startIcon={<ContentCopyRounded />} onClick={() => copy(token.token)}>
              {tell('code.copy')}
            </Button>
          }
        />
        <SnippetTabs token={token.token} target={target} />
        <PushLine state={state} target={target} />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', p: 5, pt: 3, gap: 2, borderTop: 1, borderColor: 'divider' }}>
        {done ? null : <Button onClick={onClose}>{t('connect.later')}</Button>}
        <Button variant="contained" disabled={!done} onClick={onClose}>
          {t('connect.done')}
        </Button>
      </DialogActions>
    </>
  )
}
