import CloseRounded from '@mui/icons-material/CloseRounded'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import type { NewBridgeToken } from '@roundsman/contract/bridge-tokens'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetch } from '../../data/operation.ts'
import { bridgeTokensQuery } from '../../data/bridges/bridge-tokens-query.ts'
import { useServices } from '../../data/services.ts'
import { ConnectSteps } from './connect-steps.tsx'
import { NameStep } from './name-step.tsx'
import { pushStateOf } from './push-state.ts'
import { RunStep } from './run-step.tsx'

/** How often somebody who waits for a first push asks whether it came, ms. */
const againMs = 2_000

/** Leads from a name to a bridge that pushes. The token is known to this dialog alone, and goes with it. */
export default function ConnectDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('bridges')
  const id = useId()
  const [token, setToken] = useState<NewBridgeToken | null>(null)
  return (
    <Dialog
      open
      aria-labelledby={id}
      maxWidth={false}
      slotProps={{ paper: { sx: { width: 720, maxWidth: 'calc(100% - 32px)' } } }}
      // A token that is shown once does not go because somebody pressed beside it.
      onClose={(_event, reason) => {
        if (token === null || reason === 'escapeKeyDown') onClose()
      }}
    >
      <DialogTitle
        id={id}
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, pb: 2 }}
      >
        {t('connect.title')}
        <IconButton aria-label={t('connect.close')} onClick={onClose} sx={{ marginInlineEnd: -2 }}>
          <CloseRounded sx={{ fontSize: 20 }} />
        </IconButton>
      </DialogTitle>
      {token === null ? (
        <>
          <ConnectSteps at={0} />
          <NameStep onToken={setToken} onCancel={onClose} />
        </>
      ) : (
        <Running token={token} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Running({ token, onClose }: { token: NewBridgeToken; onClose: () => void }) {
  const { client, network } = useServices()
  const { known } = useFetch(bridgeTokensQuery(client, network.blockchain_id, againMs), [])
  const state = pushStateOf(known, token.id)
  return (
    <>
      <ConnectSteps at={state.kind === 'connected' ? 3 : state.kind === 'refused' ? 2 : 1} />
      <RunStep token={token} state={state} onClose={onClose} />
    </>
  )
}
