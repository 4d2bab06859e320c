import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import NoAccountsOutlined from '@mui/icons-material/NoAccountsOutlined'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../data/operation.ts'
import { type Arrival, endTrip, type Proof, readArrival, type Trip } from '../../data/provider/trip.ts'
import { useProviderProblem } from '../../data/provider/use-provider-problem.ts'
import { useServices } from '../../data/services.ts'
import { sitePath } from '../../data/site-path.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RouteButton } from '../../ui/route-button.tsx'

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
    endTrip()
    if (arrival.kind === 'proof') finish.run(arrival)
  }, [arrival, finish])

  if (arrival.kind === 'lost')
    return (
      <Failed title={t('provider.lostTitle')} icon={LinkOffRounded}>
        {t('provider.lost')}
      </Failed>
    )
  const isAdding = arrival.trip.end === 'add'
  const title = isAdding ? t('provider.notAdded') : t('provider.notSignedIn')
  if (arrival.kind === 'refused')
    return (
      <Failed title={title} trip={arrival.trip}>
        {arrival.error === 'access_denied'
          ? t('provider.denied')
          : t('provider.refused', { error: errorWord(arrival) })}
      </Failed>
    )
  if (finish.error)
    return (
      <Failed title={title} trip={arrival.trip}>
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

/** Hands the proof in, and goes on to where the trip was to end. */
function useFinish() {
  const { client, session } = useServices()
  const { history } = useRouter()
  return useAction(
    async ({ trip, proof }: { trip: Trip; proof: Proof }) =>
      trip.end === 'add'
        ? void (await client.call('addSignInMethod', { body: proof }))
        : client.call('loginGoogle', { body: proof }),
    {
      onLoaded: (user, { trip }) => {
        if (user) session.enter(user)
        history.replace(trip.end === 'add' ? securitySettings : sitePath(trip.next))
      },
    },
  )
}

interface FailedProps {
  title: string
  icon?: typeof LinkOffRounded
  /** Not known where nothing was kept. */
  trip?: Trip
  children: string
}

function Failed({ title, icon = NoAccountsOutlined, trip, children }: FailedProps) {
  const { t } = useTranslation('account')
  const isAdding = trip?.end === 'add'
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
          <RouteButton to="/login" search={trip?.next === undefined ? {} : { next: trip.next }}>
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
