import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import NoAccountsOutlined from '@mui/icons-material/NoAccountsOutlined'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import type { Profile } from '@roundsman/contract/accounts/users'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { useAction } from '../../../data/api/operation.ts'
import {
  type Arrival,
  endAttempt,
  type Proof,
  readArrival,
  type SignInAttempt,
  sitePath,
  useProviderProblem,
} from '../../../data/services/provider-sign-in.ts'
import { useServices } from '../../../data/services/services.ts'
import { RouteButton } from '../../../ui/controls/links.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { SecondStep } from './second-step.tsx'

const securitySettings = '/settings?tab=security'

/** Where the provider sends people back to: finishes what this very tab began, and says what became of it. */
export function CallbackPage() {
  const { t } = useTranslation('account')
  const { arrivedWith } = useRouteContext({ from: '/guests/login/callback' })
  const [arrival] = useState(() => readArrival(arrivedWith))
  const finish = useFinish()
  const begun = useRef(false)
  const problemOf = useProviderProblem()
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    endAttempt()
    if (arrival.kind === 'proof') finish.run(arrival)
  }, [arrival, finish])

  if (arrival.kind === 'lost')
    return (
      <Failed title={t('provider.lostTitle')} icon={LinkOffRounded}>
        {t('provider.lost')}
      </Failed>
    )
  const isAdding = arrival.attempt.end === 'add'
  const answer = finish.result
  if (answer && 'second_factor' in answer)
    return (
      <SecondStep
        methods={answer.second_factor.methods}
        onDone={finish.enter}
        onBack={() => finish.leave(arrival.attempt.next)}
      />
    )
  const title = isAdding ? t('provider.notAdded') : t('provider.notSignedIn')
  if (arrival.kind === 'refused')
    return (
      <Failed title={title} attempt={arrival.attempt}>
        {arrival.error === 'access_denied'
          ? t('provider.denied')
          : t('provider.refused', { error: errorWord(arrival) })}
      </Failed>
    )
  if (finish.error)
    return (
      <Failed title={title} attempt={arrival.attempt}>
        {problemOf(finish.error)}
      </Failed>
    )
  return (
    <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 4, py: 16 }}>
      <CircularProgress size={32} aria-hidden />
      <Typography component="h1" variant="body1" color="textSecondary">
        {isAdding ? t('provider.adding') : t('provider.signingIn')}
      </Typography>
    </Box>
  )
}

/** Hands the proof in, and goes on to where the attempt was to end. */
function useFinish() {
  const { client, session } = useServices()
  const { history } = useRouter()
  const enter = (user: Profile, next: string | undefined) => {
    session.enter(user)
    history.replace(sitePath(next))
  }
  const action = useAction(
    async ({ attempt, proof }: { attempt: SignInAttempt; proof: Proof }) =>
      attempt.end === 'add'
        ? void (await client.call('addSignInMethod', { body: proof }))
        : client.call('loginGoogle', { body: proof }),
    {
      onLoaded: (answer, { attempt }) => {
        if (attempt.end === 'add') history.replace(securitySettings)
        else if (answer && 'id' in answer) enter(answer, attempt.next)
      },
    },
  )
  return {
    ...action,
    enter: (user: Profile) => enter(user, action.input?.attempt.next),
    leave: (next: string | undefined) =>
      history.replace(next === undefined ? '/login' : `/login?next=${encodeURIComponent(next)}`),
  }
}

interface FailedProps {
  title: string
  icon?: typeof LinkOffRounded
  /** Not known where nothing was kept. */
  attempt?: SignInAttempt
  children: string
}

function Failed({ title, icon = NoAccountsOutlined, attempt, children }: FailedProps) {
  const { t } = useTranslation('account')
  const isAdding = attempt?.end === 'add'
  return (
    <EmptyState
      icon={icon}
      title={title}
      heading="h1"
      actions={
        isAdding ? (
          <RouteButton to="/settings" search={{ tab: 'security' }}>
            {t('expired.toSettings')}
          </RouteButton>
        ) : (
          <RouteButton to="/login" search={attempt?.next === undefined ? {} : { next: attempt.next }}>
            {t('forgot.back')}
          </RouteButton>
        )
      }
    >
      {children}
    </EmptyState>
  )
}

/** The provider's word for what went wrong, if it is one: anybody can write a link to this page. */
function errorWord({ error }: Extract<Arrival, { kind: 'refused' }>): string {
  return /^[a-z_]{1,40}$/.test(error) ? error : '–'
}
