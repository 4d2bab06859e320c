import LinkOffRounded from '@mui/icons-material/LinkOffRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { formProblem, isProblem, mayRetry } from '../../data/api/errors.ts'
import { useAction, useFetch } from '../../data/api/operation.ts'
import { useServices } from '../../data/services/services.ts'
import { TimeZoneContext, useFormats } from '../../i18n/formats.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { RouteButton } from '../../ui/controls/links.tsx'
import { VisuallyHidden } from '../../ui/known.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { AnsweredAlerts, WhatToDo } from './answered-alerts.tsx'
import { mutedWhat, notMuted } from './muted-what.ts'

/** How often it is looked again whether what is shown goes on. */
const againMs = 15_000

type Answer = 'ACKNOWLEDGE' | 'MUTE' | 'UNMUTE'

/**
 * Where the link of a message about alerts leads: what it was about, how that stands, and what can be said to it. It acts on
 * a click, since programs that read mail open links too, and works whether or not somebody is signed in.
 */
export function AnswerPage() {
  const { t: tHistory } = useTranslation('history')
  const { client } = useServices()
  const params = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const token = params.token ?? search.token ?? ''
  const { known, error, fetch } = useFetch(
    {
      queryKey: ['alert-answer', token],
      queryFn: ({ signal }) => client.callTo(alertEndpoints.alertAnswer, { query: { token }, signal }),
      enabled: token !== '',
      retry: mayRetry,
      refetchInterval: againMs,
      placeholderData: keepPreviousData,
    },
    null,
  )
  useSystemScheme()
  useLanguageOf(known)

  if (token === '' || isProblem(error, 'invalid_token'))
    return (
      <EmptyState
        icon={LinkOffRounded}
        title={tHistory('answer.expiredTitle')}
        heading="h1"
        actions={
          <RouteButton to="/alerts-history" variant="contained">
            {tHistory('answer.toHistory')}
          </RouteButton>
        }
      >
        {tHistory('answer.expired')}
      </EmptyState>
    )
  if (known)
    return (
      <TimeZoneContext value={known.timezone}>
        <Answering view={known} token={token} onAnswered={fetch} />
      </TimeZoneContext>
    )
  if (error)
    return (
      <LoadFailed error={error} onRetry={fetch} title={tHistory('answer.failedTitle')} heading="h1">
        {tHistory('answer.failed')}
      </LoadFailed>
    )
  return (
    <Box role="status" aria-label={tHistory('loading')} sx={{ display: 'grid', gap: 3 }}>
      {[96, 280, 220].map((width) => (
        <Skeleton key={width} height={20} width={width} sx={{ maxWidth: '100%' }} />
      ))}
      <Skeleton variant="rounded" height={120} />
    </Box>
  )
}

/** Whoever is woken has the room as dark as the phone is set: the system's scheme, whatever this browser keeps (P420). */
function useSystemScheme(): void {
  const { settings } = useServices()
  useEffect(() => {
    settings.followScreen(true)
    return () => settings.followScreen(false)
  }, [settings])
}

/** The page speaks as the message did, until somebody chooses another language; nothing of it is kept. */
function useLanguageOf(view: Pick<AlertAnswerView, 'language'> | undefined): void {
  const { i18n } = useTranslation()
  const language = view?.language
  useEffect(() => {
    if (language === undefined || i18n.resolvedLanguage === language) return
    void i18n.changeLanguage(language).then(() => {
      document.documentElement.lang = language
    })
  }, [language, i18n])
}

interface AnsweringProps {
  view: AlertAnswerView
  token: string
  /** Something was said: how it stands is asked anew. */
  onAnswered: () => void
}

/** The alerts, how they stand, and the answers that there are to them now. */
function Answering({ view, token, onAnswered }: AnsweringProps) {
  const { t } = useTranslation()
  const { t: tHistory } = useTranslation('history')
  const formats = useFormats()
  const { client, serverTime } = useServices()
  const [said, setSaid] = useState<Answer | null>(null)
  const { run, loading, input, error } = useAction(
    (answer: Answer) => client.callTo(alertEndpoints.answerAlert, { body: { token, answer } }),
    {
      onLoaded: (_nothing, answer) => {
        setSaid(answer)
        onAnswered()
      },
    },
  )
  const { alerts, count, waiting, muted } = view
  const [first] = alerts
  // Of what is over there is nothing to mute (P1015) and nothing to acknowledge (P1053); more than are listed may not be.
  const isAllOver = count === alerts.length && alerts.every((one) => one.is_end || one.is_over === true)
  const goesOn = alerts.some(({ status }) => status === 'ONGOING' || status === 'UNKNOWN')
  const only = count === 1 && first !== undefined
  // What waits for nobody can be acknowledged as well, but for ends, of which there is nothing to know.
  const open = alerts.filter(
    ({ acknowledged_at, status, is_over: isOver }) =>
      acknowledged_at === null && status !== null && isOver !== true,
  )
  const left = notMuted(alerts)
  const answerable = Math.max(waiting, open.length)
  const answer = (which: Answer) => ({
    loading: loading && input === which,
    onClick: () => run(which),
    size: 'large' as const,
    fullWidth: true,
  })
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <AnsweredAlerts
        view={view}
        undo={
          <Button
            variant="text"
            size="small"
            loading={loading && input === 'UNMUTE'}
            onClick={() => run('UNMUTE')}
          >
            {tHistory('answer.undo')}
          </Button>
        }
      />
      <VisuallyHidden role="status">{said === null ? '' : tHistory(`answer.said.${said}`)}</VisuallyHidden>
      {error ? (
        <Alert severity="error" role="alert">
          {formProblem(error, t, formats)}
        </Alert>
      ) : null}
      <Box sx={{ display: 'grid', gap: 2 }}>
        {answerable > 0 ? (
          <Button variant={waiting > 0 ? 'contained' : 'outlined'} {...answer('ACKNOWLEDGE')}>
            {/* Of several, ends cannot be acknowledged: another number than the one above would be a riddle. */}
            {tHistory(only || answerable < count ? 'answer.acknowledge' : 'answer.acknowledgeAll', {
              count: answerable,
            })}
          </Button>
        ) : null}
        {muted < count && !isAllOver ? (
          <Box sx={{ display: 'grid', gap: 1 }}>
            <Button variant="outlined" {...answer('MUTE')}>
              {tHistory('answer.mute')}
            </Button>
            <Typography variant="caption" color="textSecondary">
              {only
                ? tHistory('answer.muteOne', { title: first.mutes, who: first.who })
                : tHistory('answer.muteMany', { count, what: mutedWhat(alerts) })}{' '}
              {left === null ? null : `${tHistory('answer.notMuted', { what: left })} `}
              {goesOn ? `${tHistory('answer.endNotMuted')} ` : null}
              {answerable > 0 ? tHistory('answer.muteToo') : null}
            </Typography>
          </Box>
        ) : null}
        <RouteButton
          to="/alerts-history"
          search={only ? { alert: String(first.id) } : {}}
          size="large"
          fullWidth
          variant={waiting > 0 ? 'text' : 'contained'}
        >
          {tHistory('answer.open')}
        </RouteButton>
      </Box>
      <WhatToDo alerts={alerts} />
      <Typography variant="caption" color="textSecondary">
        {tHistory('answer.goodUntil', { time: formats.shortTime(view.expires_at, serverTime.now()) })}
      </Typography>
    </Box>
  )
}
