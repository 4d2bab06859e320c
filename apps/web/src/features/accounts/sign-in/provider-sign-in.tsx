import PersonOutlineRounded from '@mui/icons-material/PersonOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { FactorMethod } from '@roundsman/contract/accounts/users'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { GoogleButton, isGoogle } from '../../../data/services/google-button.tsx'
import {
  redirectToProvider,
  startQuery,
  useProviderProblem,
} from '../../../data/services/provider-sign-in.ts'
import { useServices } from '../../../data/services/services.ts'

interface Props {
  clientId: string
  next: string | undefined
  /** The account has a second factor. */
  onAsked: (methods: FactorMethod[]) => void
}

/** The other way in: Google's own button where the provider is Google, else ours, which leads to the provider. */
export function ProviderSignIn({ clientId, next, onAsked }: Props) {
  const { t } = useTranslation('account')
  const { client, session } = useServices()
  const problemOf = useProviderProblem()
  const [blocked, setBlocked] = useState(false)
  const start = useFetch(startQuery(client), null)
  const login = useAction((credential: string) => client.call('loginGoogle', { body: { credential } }), {
    onLoaded: (answer) => {
      if ('id' in answer) session.enter(answer)
      else onAsked(answer.second_factor.methods)
    },
    // Its nonce may be used up.
    onError: start.fetch,
  })
  const leave = useAction(async () =>
    redirectToProvider(await client.call('loginGoogleStart'), {
      end: 'sign-in',
      // Who signed out to prove who they are, as Settings asks for, does so; and whoever comes after them on this machine.
      isFresh: session.hasLeft(),
      ...(next === undefined ? {} : { next }),
    }),
  )
  const started = start.known
  const google = started !== undefined && isGoogle(started) ? started : null
  const error = login.error ?? leave.error

  return (
    <>
      <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
        {blocked ? <Alert severity="warning">{t('provider.blocked')}</Alert> : null}
        {error ? <Alert severity="error">{problemOf(error)}</Alert> : null}
      </Box>
      {start.loading && !started ? (
        <Skeleton height={44} />
      ) : google && !blocked ? (
        <GoogleButton
          clientId={clientId}
          nonce={google.nonce}
          onCredential={login.run}
          onBlocked={() => setBlocked(true)}
        />
      ) : (
        <Button
          size="large"
          fullWidth
          startIcon={<PersonOutlineRounded />}
          sx={{ '& .MuiButton-startIcon': { color: 'text.secondary', marginInlineEnd: 2.5 } }}
          loading={leave.loading}
          onClick={() => {
            if (google) setBlocked(false)
            else leave.run()
          }}
        >
          {google ? t('provider.tryGoogle') : t('provider.goOn')}
        </Button>
      )}
    </>
  )
}
