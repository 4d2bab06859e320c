import AddLinkRounded from '@mui/icons-material/AddLinkRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { SignInMethod } from '@roundsman/contract/accounts/accounts'
import type { Profile } from '@roundsman/contract/accounts/users'
import { queryOptions } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import type { ApiClient } from '../../../data/api/api-client.ts'
import { formProblem, isProblem } from '../../../data/api/errors.ts'
import { useAction, useFetch } from '../../../data/api/operation.ts'
import { GoogleButton, isGoogle } from '../../../data/services/google-button.tsx'
import {
  redirectToProvider,
  type Started,
  useProviderProblem,
} from '../../../data/services/provider-sign-in.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { showSuccess } from '../../../ui/toast.ts'
import { useFactorGuard } from './factors/factor-gate.tsx'
import { PresentPasswordForm, type PresentPasswordValue } from './reauth.tsx'
import { SettingsCard, SettingsRow } from '../settings-card.tsx'

const none = { methods: [], addable: null }

/** What opens this account: the password, and identities at providers, which can be removed and added. */
export function SignInMethodsCard({ user }: { user: Profile }) {
  const { t } = useTranslation()
  const { t: tAccount } = useTranslation('account')
  const formats = useFormats()
  const { boot, client } = useServices()
  const list = useFetch(signInMethodsQuery(client), none)
  const { methods, addable } = list.known ?? none
  const ways = methods.length + (user.has_password ? 1 : 0)

  return (
    <SettingsCard title={tAccount('methods.title')} hint={tAccount('methods.hint')}>
      <Box role="alert" sx={{ '&:empty': { display: 'none' }, mb: 3 }}>
        {list.error ? <Alert severity="error">{formProblem(list.error, t, formats)}</Alert> : null}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        <Box component="li" sx={{ py: 3, borderTop: 1, borderColor: 'divider' }}>
          <Typography variant="subtitle2" component="div">
            {tAccount('methods.password')}
          </Typography>
          <Typography variant="caption" color="textSecondary">
            {user.has_password ? tAccount('methods.hasPassword') : tAccount('methods.noPassword')}
          </Typography>
        </Box>
        {methods.map((method) => (
          <SignInMethodRow key={method.id} method={method} user={user} isOnly={ways === 1} />
        ))}
      </Box>
      {addable !== null && boot.google_client_id !== null ? (
        <AddProvider issuer={addable} clientId={boot.google_client_id} user={user} />
      ) : null}
    </SettingsCard>
  )
}

interface RowProps {
  method: z.infer<typeof SignInMethod>
  user: Profile
  /** Nothing else opens the account. */
  isOnly: boolean
}

/** One identity, and the question before it goes. */
function SignInMethodRow({ method: { id, issuer, email, linked_at }, user, isOnly }: RowProps) {
  const { t } = useTranslation('account')
  const formats = useFormats()
  const { client, queries, serverTime } = useServices()
  const guard = useFactorGuard()
  const [asking, setAsking] = useState(false)
  const note = useId()
  const remove = useAction(
    (body: PresentPasswordValue) => guard(() => client.call('removeSignInMethod', { params: { id }, body })),
    {
      onLoaded: () => {
        showSuccess(t('methods.removed', { issuer }))
        void queries.invalidateQueries({ queryKey: ['sessions'] })
        return queries.invalidateQueries({ queryKey: signInMethodsKey })
      },
    },
  )
  const since = t('methods.linked', { time: formats.time(linked_at, serverTime.now()) })

  return (
    <SettingsRow
      head={
        <>
          <Typography variant="subtitle2" component="div" dir="ltr" noWrap sx={{ textAlign: 'start' }}>
            {issuer}
          </Typography>
          <Typography variant="caption" color="textSecondary" component="div">
            {[email, since].filter((part) => part !== null).join(' · ')}
          </Typography>
          {isOnly ? (
            <Typography variant="caption" color="textSecondary" component="div" id={note}>
              {t('methods.onlyWay')}
            </Typography>
          ) : null}
        </>
      }
      actions={
        <Button
          disabled={isOnly}
          aria-label={t('methods.removeOf', { issuer })}
          aria-expanded={asking}
          {...(isOnly ? { 'aria-describedby': note } : {})}
          onClick={() => setAsking(!asking)}
        >
          {t('methods.remove')}
        </Button>
      }
    >
      {asking && !isOnly ? (
        <PresentPasswordForm
          user={user}
          ask={t('methods.removeAsk', { issuer })}
          submit={t('methods.remove')}
          danger
          action={remove}
          onCancel={() => {
            remove.reset()
            setAsking(false)
          }}
        />
      ) : null}
    </SettingsRow>
  )
}

interface Props {
  issuer: string
  clientId: string
  user: Profile
}

/** Proves the user, then leads to the provider, whose answer is added to the account (Google: by its own button). */
function AddProvider({ issuer, clientId, user }: Props) {
  const { t } = useTranslation('account')
  const { client, queries } = useServices()
  const guard = useFactorGuard()
  const problemOf = useProviderProblem()
  const [asking, setAsking] = useState(false)
  const [google, setGoogle] = useState<Started | null>(null)
  const [blocked, setBlocked] = useState(false)
  const begin = useAction(async (body: PresentPasswordValue) => {
    const started = await guard(() => client.call('startSignInMethod', { body }))
    if (isGoogle(started)) setGoogle(started)
    else await redirectToProvider(started, { end: 'add' })
  })
  const add = useAction((credential: string) => client.call('addSignInMethod', { body: { credential } }), {
    onLoaded: () => {
      showSuccess(t('methods.added', { issuer }))
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

const signInMethodsKey = ['sign-in-methods'] as const

function signInMethodsQuery(client: ApiClient) {
  return queryOptions({
    queryKey: signInMethodsKey,
    queryFn: ({ signal }) => client.call('signInMethods', { signal }),
  })
}
