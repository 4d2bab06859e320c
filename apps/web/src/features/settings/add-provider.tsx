import AddLinkRounded from '@mui/icons-material/AddLinkRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Profile } from '@roundsman/contract/users'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../data/errors.ts'
import { useAction } from '../../data/operation.ts'
import { isGoogle } from '../../data/provider/google.ts'
import { GoogleButton } from '../../data/provider/google-button.tsx'
import { redirectToProvider, type Started } from '../../data/provider/sign-in-attempt.ts'
import { useProviderProblem } from '../../data/provider/use-provider-problem.ts'
import { useServices } from '../../data/services.ts'
import { say as tell } from '../../ui/say.ts'
import { PresentPasswordForm, type PresentPasswordValue } from './present-password-form.tsx'
import { signInMethodsKey } from './sign-in-methods-query.ts'

interface Props {
  issuer: string
  clientId: string
  user: Profile
}

/** Proves the user, then leads to the provider, whose answer is added to the account (Google: by its own button). */
export function AddProvider({ issuer, clientId, user }: Props) {
  const { t } = useTranslation('account')
  const { client, queries } = useServices()
  const problemOf = useProviderProblem()
  const [asking, setAsking] = useState(false)
  const [google, setGoogle] = useState<Started | null>(null)
  const [blocked, setBlocked] = useState(false)
  const begin = useAction(async (body: PresentPasswordValue) => {
    const started = await client.call('startSignInMethod', { body })
    if (isGoogle(started)) setGoogle(started)
    else await redirectToProvider(started, { end: 'add' })
  })
  const add = useAction((credential: string) => client.call('addSignInMethod', { body: { credential } }), {
    onLoaded: () => {
      tell(t('methods.added', { issuer }))
      return queries.invalidateQueries({ queryKey: signInMethodsKey })
    },
    // What was begun is used up.
    onError: () => setGoogle(null),
  })
  const stop = () => {
    begin.reset()
    add.reset()
    setGoogle(null)
    setBlocked(false)
    setAsking(false)
  }

  return (
    <Box sx={{ display: 'grid', gap: 3, pt: 3, borderTop: 1, borderColor: 'divider', justifyItems: 'start' }}>
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {blocked ? <Alert severity="warning">{t('provider.blocked')}</Alert> : null}
        {add.error ? <Alert severity="error">{problemOf(add.error)}</Alert> : null}
      </Box>
      {google && !blocked ? (
        <Box sx={{ display: 'grid', gap: 3, width: '100%', maxWidth: 384 }}>
          <Typography>{t('methods.googleAsk')}</Typography>
          <GoogleButton
            clientId={clientId}
            nonce={google.nonce}
            onCredential={add.run}
            onBlocked={() => setBlocked(true)}
          />
        </Box>
      ) : asking && !blocked ? (
        <PresentPasswordForm
          user={user}
          ask={t('methods.addAsk', { issuer })}
          submit={t('methods.goOn', { issuer })}
          action={begin}
          problemOf={(error) => (isProblem(error, 'invalid_credentials') ? null : problemOf(error))}
          onCancel={stop}
        />
      ) : (
        <Button
          startIcon={<AddLinkRounded />}
          onClick={() => {
            stop()
            setAsking(true)
          }}
        >
          {t('methods.add', { issuer })}
        </Button>
      )}
    </Box>
  )
}
