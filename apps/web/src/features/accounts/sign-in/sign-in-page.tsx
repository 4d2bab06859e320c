import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type FactorMethod, LoginBody } from '@roundsman/contract/accounts/users'
import { useSearch } from '@tanstack/react-router'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type * as z from 'zod/mini'
import { formProblem, isProblem } from '../../../data/api/errors.ts'
import { useAction } from '../../../data/api/operation.ts'
import { knowsPasskeys } from '../../../data/browser/browser.ts'
import { takeOverEarlyForm } from '../../../data/browser/early-form.ts'
import { useOutage, useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { productName } from '../../../ui/brand.tsx'
import { PasswordField, TextField, useCheckedForm } from '../../../ui/controls/fields.tsx'
import { RouteLink } from '../../../ui/controls/links.tsx'
import { AccountForm } from '../account-form.tsx'
import { MailSent, useMail } from '../mail-sent.tsx'
import { styled } from '../../../ui/theme/styled.tsx'

const ProviderSignIn = lazy(async () => ({
  default: (await import('./provider-sign-in.tsx')).ProviderSignIn,
}))

const PasskeySignIn = lazy(async () => ({
  default: (await import('./passkey-sign-in.tsx')).PasskeySignIn,
}))
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

export function SignInPage() {
  const { t } = useTranslation()
  const formats = useFormats()
  const { boot, client, session, network } = useServices()
  const { next } = useSearch({ from: '/guests/login' })
  // What is asked for after the first step, and why it has to be taken again.
  const [asked, setAsked] = useState<FactorMethod[] | null>(null)
  const [whyBack, setWhyBack] = useState<string | null>(null)
  // Where to go from here is the guard's to say, as when somebody signs in in another tab.
  const login = useAction((body: z.output<typeof LoginBody>) => client.call('login', { body }), {
    onLoaded: (answer) => {
      setWhyBack(null)
      if ('id' in answer) session.enter(answer)
      else setAsked(answer.second_factor.methods)
    },
    onError: () => {
      setWhyBack(null)
      mail.send.reset()
    },
  })
  const { wrong, onSubmit } = useCheckedForm(LoginBody, login.run)
  // The right password of a registration that was not confirmed: the same registration, mailed again.
  const mail = useMail((body: z.output<typeof LoginBody>) => client.callWithWait('register', { body }))
  const unconfirmed = isProblem(login.error, 'email_not_confirmed') ? login.input : undefined
  const form = useTakenOver()
  if (mail.sentTo !== null) return <MailSent mail={mail} />
  const error = mail.send.error ?? login.error
  if (asked !== null)
    return (
      <Suspense>
        <SecondStep
          methods={asked}
          onDone={(user) => session.enter(user)}
          onBack={(why) => {
            setWhyBack(why)
            setAsked(null)
          }}
        />
      </Suspense>
    )
  const hasPasskeys = knowsPasskeys()
  const otherWays = Number(hasPasskeys) + Number(boot.google_client_id !== null)

  return (
    <AccountForm
      ref={form}
      title={t('account.signInTitle')}
      subtitle={t('account.on', { network: network.name, product: productName })}
      submit={t('account.signIn')}
      busy={login.loading}
      problem={error ? formProblem(error, t, formats) : whyBack}
      remedy={
        unconfirmed ? (
          <Button
            variant="text"
            size="small"
            loading={mail.send.loading}
            onClick={() => mail.send.run(unconfirmed)}
          >
            {t('account.mailAgain')}
          </Button>
        ) : null
      }
      onSubmit={onSubmit}
      alternative={
        otherWays === 0 ? null : (
          <Alternative ways={otherWays}>
            <Suspense>
              {hasPasskeys ? <PasskeySignIn /> : null}
              {boot.google_client_id === null ? null : (
                <ProviderSignIn clientId={boot.google_client_id} next={next} onAsked={setAsked} />
              )}
            </Suspense>
          </Alternative>
        )
      }
      after={
        <>
          {t('account.newHere')}{' '}
          <RouteLink to="/register" search={next === undefined ? {} : { next }}>
            {t('account.create')}
          </RouteLink>
        </>
      }
    >
      <SessionNote />
      <TextField
        name="email"
        label={t('account.email')}
        type="email"
        autoComplete="username webauthn"
        autoFocus
        problem={wrong.has('email') ? t('account.emailMissing') : undefined}
      />
      <PasswordField
        name="password"
        label={t('account.password')}
        autoComplete="current-password"
        aside={
          <RouteLink to="/reset-password" variant="label">
            {t('account.forgot')}
          </RouteLink>
        }
        problem={wrong.has('password') ? t('account.passwordMissing') : undefined}
      />
    </AccountForm>
  )
}

/** The form, with what the one of index.html held, and sent where that one was (P713). */
function useTakenOver() {
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  useLayoutEffect(() => {
    if (form.current) isSent.current = takeOverEarlyForm(form.current)
  }, [])
  useEffect(() => {
    if (!isSent.current) return
    isSent.current = false
    form.current?.requestSubmit()
  }, [])
  return form
}

const Or = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  color: theme.vars.palette.text.secondary,
  '&::before, &::after': {
    content: '""',
    flex: 1,
    borderTop: `1px solid ${theme.vars.palette.divider}`,
  },
}))

/** A line that says "or", and the room for so many other ways in: what comes later moves nothing. */
function Alternative({ ways, children }: { ways: number; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <Or>{t('account.or')}</Or>
      <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', minHeight: ways * 60 - 16 }}>{children}</Box>
    </>
  )
}

/** Why somebody who had been signed in is here again, and whether the server is there at all. */
function SessionNote() {
  const { t } = useTranslation()
  const { session } = useServices()
  const hasEnded = useSyncExternalStore(session.subscribe, session.hasEnded, session.hasEnded)
  const outage = useOutage() !== null
  if (!hasEnded && !outage) return null
  return (
    <Alert severity={outage ? 'warning' : 'info'} role="status">
      {outage ? t('outage.title') : t('account.sessionEnded')}
    </Alert>
  )
}
