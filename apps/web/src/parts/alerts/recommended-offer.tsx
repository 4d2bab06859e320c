import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { alertTypeOf } from '@roundsman/contract/alerts/alerts'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { useAlreadyTrue } from '../../data/alerts/alert-conditions.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import {
  type About,
  type Offer,
  type OfferedAlerts,
  PartlySavedError,
  useOfferedAlerts,
} from '../../data/alerts/offered-alerts.ts'
import { formProblem } from '../../data/api/errors.ts'
import { useFormats } from '../../i18n/formats.ts'
import { RouteButton, RouteLink } from '../../ui/controls/links.tsx'
import { showError, showQuestion, showWithUndo, takeAway } from '../../ui/toast.ts'
import { styled } from '../../ui/theme/styled.tsx'

const Line = styled('section')(({ theme }) => ({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  flex: '1 1 100%',
  minWidth: 0,
  '& > svg': { flex: 'none', fontSize: 22, color: theme.vars.palette.accent.text },
  '& > svg[data-done]': { color: theme.vars.palette.success.main },
  '& > div': { flex: '1 1 0', minWidth: 0 },
}))

/** What can be pressed stands beside the words, or all of it below them. */
const Beside = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  '& > :first-of-type': { flex: '1 1 340px', minWidth: 0 },
})
const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 12px' })

interface Props {
  /** Validators, or one bridge. */
  targets: readonly About[]
  /** What they are called. */
  name: string
  /** Whether it names what is true already; where it stands beside what does, it does not. */
  saysAlready?: boolean
  /** They are to be set: from now on they may not be others. */
  onSet?: () => void
  /** Left out where it goes with what it stands in. */
  onClose?: () => void
  /** What it stands in; there is none where nothing is offered. */
  frame?: (content: ReactElement) => ReactElement
  /** What stands there where nothing is offered, and while that is not known. */
  otherwise?: ReactElement | null
}

/**
 * Sets what is recommended for one of the user's own by one click, and takes it back by another (P406). Nothing where
 * all of it is there already, or while that is not known.
 */
export function RecommendedOffer({ frame = (content) => content, otherwise = null, ...props }: Props) {
  const { targets, name, onSet, onClose, saysAlready = true } = props
  const offered = useOfferedAlerts(targets)
  // What was set by a click here is said here; what is there already is not offered.
  const [done, setDone] = useState<Offer | null>(null)
  if (offered === undefined) return otherwise
  const { offers, set, undo } = offered
  if (set.loaded && done !== null)
    return frame(
      <Done
        targets={targets}
        offer={saysAlready ? done : { ...done, settingIds: [] }}
        name={name}
        undo={undo}
        {...(onClose && { onClose })}
      />,
    )
  // What is saved of it already is not taken out of what was asked, nor asked again (P999).
  const shown = set.loading && done !== null ? [done] : offers
  if (shown.length === 0) return otherwise
  return frame(
    <Ask
      targets={targets}
      name={name}
      offers={shown}
      offered={offered}
      onSet={(offer) => {
        onSet?.()
        setDone(offer)
        set.run(offer.role)
      }}
      {...(onClose && { onClose })}
    />,
  )
}

interface ToastProps extends Pick<Props, 'targets' | 'name'> {
  /** It was answered or closed, or there is nothing to ask any more. From then on they may not be others. */
  onAnswered?: () => void
}

/**
 * The same in a toast, where a click in a list must not move it. As long as it is not answered they may become more, or
 * fewer: then it is asked anew in its place. Taken away with what it stands in.
 */
export function RecommendedToast({ targets, name, onAnswered }: ToastProps) {
  const { t } = useTranslation('alerts')
  const offered = useOfferedAlerts(targets)
  const summary = useOfferText(offered?.offers ?? [])
  const [chosen, setChosen] = useState<Offer>(nothingOffered)
  const already = useAlreadyText(targets, chosen)
  const problemOf = useToastProblem(name)
  const question = useRef<{ id: string; text: string } | null>(null)
  const isAnswered = useRef(false)
  const isDoneSaid = useRef(false)
  const errorSaid = useRef<Error | null>(null)
  useEffect(() => {
    if (offered === undefined) return
    const { offers, set, undo } = offered
    const answer = () => {
      isAnswered.current = true
      question.current = null
      onAnswered?.()
    }
    const error = set.error ?? undo.error
    if (error !== errorSaid.current) {
      errorSaid.current = error
      if (error !== null) {
        showError(problemOf(error))
        // What failed can be tried again: to set them is asked, and to take them back is offered, once more.
        if (set.error) isAnswered.current = false
        isDoneSaid.current = false
      }
    }
    const title = titleOf(t, offers, name)
    const text = `${title} ${summary}`
    if (!isAnswered.current && offers.length > 0 && question.current?.text !== text) {
      const id = showQuestion(
        title,
        {
          detail: summary,
          answers: offers.map((offer) => ({
            label: answerOf(t, offers, offer, targets),
            run() {
              answer()
              setChosen(offer)
              set.run(offer.role)
            },
          })),
          onClose: answer,
        },
        question.current?.id,
      )
      question.current = { id, text }
    }
    // Set elsewhere on the page, as in the card: what is on already is not asked (P882).
    if (question.current && offers.length === 0) {
      takeAway(question.current.id)
      answer()
    }
    if (!set.loaded) isDoneSaid.current = false
    else if (!isDoneSaid.current && !undo.loading && already !== undefined) {
      isDoneSaid.current = true
      showWithUndo([t('offer.done', { name }), already].filter(Boolean).join('. '), {
        label: t('mute.undo'),
        run: () => undo.run(),
      })
    }
  }, [offered, targets, name, summary, already, onAnswered, problemOf, t])
  useEffect(
    () => () => {
      if (question.current) takeAway(question.current.id)
      question.current = null
    },
    [],
  )
  return null
}

interface AskProps extends Pick<Props, 'targets' | 'name' | 'onClose'> {
  offers: readonly Offer[]
  offered: OfferedAlerts
  onSet: (offer: Offer) => void
}

function Ask({ targets, name, offers, offered: { needsPhone, set, undo }, onSet, onClose }: AskProps) {
  const { t } = useTranslation('alerts')
  const problemOf = useProblem(name)
  const kind = kindOf(targets)
  const ids = targets.map((about) => String('bridge' in about ? about.bridge : about.validator))
  const [pressed, press] = useState<Offer['role'] | null>(null)
  const error = set.error ?? undo.error
  const summary = useOfferText(offers)
  const topics = useTopics(offers)
  return (
    <Line aria-label={t('offer.label')}>
      <NotificationsActiveOutlined aria-hidden />
      <Beside>
        <div>
          <Typography variant="label" component="p" sx={{ m: 0 }}>
            {set.loading ? t('offer.setting', { name }) : titleOf(t, offers, name)}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
            {isMore(offers) ? null : `${topics} `}
            {summary}
          </Typography>
          {needsPhone ? (
            <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
              {t('channelHint.noPhoneLong')}{' '}
              <RouteLink to="/settings" search={{ tab: 'phones', [kind]: ids }} variant="caption">
                {t('channelHint.addPhone')}
              </RouteLink>
            </Typography>
          ) : null}
          {error ? (
            <Typography variant="caption" component="p" color="error" role="alert" sx={{ m: 0 }}>
              {problemOf(error)}
            </Typography>
          ) : null}
        </div>
        <Buttons>
          {offers.map((offer, at) => (
            <Button
              key={offer.role}
              size="small"
              {...(at === 0 && { variant: 'contained' })}
              disabled={set.loading && pressed !== offer.role}
              loading={(set.loading && pressed === offer.role) || (undo.loading && at === 0)}
              onClick={() => {
                press(offer.role)
                onSet(offer)
              }}
            >
              {answerOf(t, offers, offer, targets)}
            </Button>
          ))}
          <RouteButton size="small" variant="text" to="/alerts" search={{ [kind]: ids }}>
            {t('offer.choose')}
          </RouteButton>
          {onClose ? (
            <Button size="small" variant="text" onClick={onClose}>
              {t('offer.later')}
            </Button>
          ) : null}
        </Buttons>
      </Beside>
    </Line>
  )
}

interface DoneProps extends Pick<Props, 'targets' | 'name' | 'onClose'> {
  offer: Offer
  undo: OfferedAlerts['undo']
}

function Done({ targets, offer, name, undo, onClose }: DoneProps) {
  const { t } = useTranslation('alerts')
  const problemOf = useProblem(name)
  const summary = useCountText()(offer)
  const already = useAlreadyText(targets, offer)
  return (
    <Line aria-label={t('offer.label')}>
      <CheckCircleOutlineRounded aria-hidden data-done="" />
      <Beside>
        <div role="status">
          <Typography variant="label" component="p" sx={{ m: 0 }}>
            {t('offer.done', { name })}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
            {undo.error ? problemOf(undo.error) : summary}
          </Typography>
          {already ? (
            <Typography variant="caption" component="p" sx={{ m: 0 }}>
              {already}
            </Typography>
          ) : null}
        </div>
        <Buttons>
          {/* Where the button was that set them: the keyboard is still there. */}
          <Button size="small" autoFocus loading={undo.loading} onClick={() => undo.run()}>
            {t('mute.undo')}
          </Button>
          {onClose ? (
            <Button size="small" variant="text" onClick={onClose}>
              {t('close')}
            </Button>
          ) : null}
        </Buttons>
      </Beside>
    </Line>
  )
}

const nothingOffered: Offer = {
  role: 'operator',
  count: 0,
  ofNetwork: 0,
  channels: [],
  settingIds: [],
  isMore: false,
}

const kindOf = (targets: readonly About[]) =>
  targets.some((about) => 'bridge' in about) ? 'bridge' : 'validator'

const isMore = (offers: readonly Offer[]) => offers.every((offer) => offer.isMore)

/** Why it could not be set, or taken back (P930). */
function useProblem(name: string): (error: Error) => string {
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  return (error) =>
    error instanceof PartlySavedError
      ? t('offer.partly', { name })
      : t('save.failed', { why: formProblem(error, tCommon, formats) })
}

/** The same where nothing beside it says of whom. */
function useToastProblem(name: string): (error: Error) => string {
  const { t } = useTranslation('alerts')
  return useCallback(
    (error) => t(error instanceof PartlySavedError ? 'offer.partly' : 'offer.failed', { name }),
    [t, name],
  )
}

/** "Missed blocks, jail, active set." What is offered, and nothing that is on already (P931). */
function useTopics(offers: readonly Offer[]): string {
  const { t } = useTranslation('alerts')
  const { i18n } = useTranslation()
  const types = new Set(offers.flatMap(({ settingIds }) => settingIds.map(alertTypeOf)))
  const list = topics.flatMap((type) => (types.has(type) ? [t(`offer.topic.${type}`)] : [])).join(', ')
  return `${list.slice(0, 1).toLocaleUpperCase(i18n.resolvedLanguage)}${list.slice(1)}.`
}
const topics = [
  ...(['UPTIME', 'JAILED', 'TOMBSTONED', 'BONDED', 'VOTING_POWER', 'COMISSION'] as const),
  ...(['OTEL_UPDATE', 'SYNC_STATUS', 'GOVERNANCE', 'NETWORK'] as const),
]

function titleOf(t: TFunction<'alerts'>, offers: readonly Offer[], name: string): string {
  return t(isMore(offers) ? 'offer.moreTitle' : 'offer.title', { name })
}

/** What is pressed: where one may be either, which of these one is (P902). */
function answerOf(
  t: TFunction<'alerts'>,
  offers: readonly Offer[],
  { role }: Offer,
  targets: readonly About[],
): string {
  return offers.length === 1 ? t('offer.set') : t(`offer.as.${role}`, { count: targets.length })
}

/** What of the offered alerts is true at this moment, and so not sent (P785); null: nothing; undefined: not known yet. */
function useAlreadyText(targets: readonly About[], { settingIds, count }: Offer): string | null | undefined {
  const { t } = useTranslation('alerts')
  const isOne = targets.length === 1
  const names = useAlreadyTrue(targets[0] ?? null, isOne ? settingIds : [])
  if (!isOne) return count === 0 ? null : t('save.alreadyOfSeveral')
  if (names === undefined || names.length === 0) return names && null
  return t('offer.already', { list: names.join(', ') })
}

/** "Operator: 22 alerts (SMS 16, Call 8, E-mail 20)." Where one can only be one of them, without whom. */
function useOfferText(offers: readonly Offer[]): string {
  const { t } = useTranslation('alerts')
  const countText = useCountText()
  const [only] = offers
  if (offers.length === 1 && only) return countText(only)
  return offers.map((offer) => t(`offer.get.${offer.role}`, { what: countText(offer) })).join(' ')
}

/** No line ends within a channel and its number. */
function useCountText(): (offer: Offer) => string {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  return ({ count, ofNetwork, channels }) => {
    const list = channels
      .map(([channel, by]) => `${t(`channel.${channel}`).replace('-', '\u2011')}\u00a0${formats.integer(by)}`)
      .join(', ')
    const said = { count, value: formats.integer(count), channels: list }
    return ofNetwork === 0 || ofNetwork === count
      ? t('offer.by', said)
      : t('offer.byWithNetwork', { ...said, network: formats.integer(ofNetwork) })
  }
}
