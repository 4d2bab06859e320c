import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import NotificationsActiveOutlined from '@mui/icons-material/NotificationsActiveOutlined'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { TFunction } from 'i18next'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useAlreadyTrue } from '../data/alerts/alert-conditions.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import {
  type About,
  type Offer,
  type OfferedAlerts,
  useOfferedAlerts,
} from '../data/alerts/offered-alerts.ts'
import { formProblem } from '../data/api/errors.ts'
import { useFormats } from '../i18n/formats.ts'
import { RouteButton, RouteLink } from '../ui/controls/links.tsx'
import { showError, showWithChoice, showWithUndo } from '../ui/toast.ts'
import { styled } from '../ui/theme/styled.tsx'

const Line = styled('section')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 12px',
  flex: '1 1 100%',
  minWidth: 0,
  '& > svg': { flex: 'none', fontSize: 22, color: theme.vars.palette.accent.text },
  '& > svg[data-done]': { color: theme.vars.palette.success.main },
  '& > div': { flex: '1 1 220px', minWidth: 0 },
}))

interface Props {
  /** Validators, or one bridge. */
  abouts: readonly About[]
  /** What they are called. */
  name: string
  /** Whether it names what is true already; where it stands beside what does, it does not. */
  saysAlready?: boolean
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
  const { abouts, name, onClose, saysAlready = true } = props
  const offered = useOfferedAlerts(abouts)
  // What was set by a click here is said here; what is there already is not offered.
  const [done, setDone] = useState<Offer | null>(null)
  if (offered === undefined) return otherwise
  const { offers, set, undo } = offered
  if (set.loaded && done !== null)
    return frame(
      <Done
        abouts={abouts}
        offer={saysAlready ? done : { ...done, settingIds: [] }}
        name={name}
        undo={undo}
        {...(onClose && { onClose })}
      />,
    )
  const shown = offers.length > 0 ? offers : set.loading && done !== null ? [done] : []
  if (shown.length === 0) return otherwise
  return frame(
    <Ask
      abouts={abouts}
      name={name}
      offers={shown}
      offered={offered}
      onSet={(offer) => {
        setDone(offer)
        set.run(offer.role)
      }}
      {...(onClose && { onClose })}
    />,
  )
}

interface ToastProps extends Pick<Props, 'abouts' | 'name'> {
  /** They are to be set. */
  onSet?: () => void
}

/** The same in a toast, where a click in a list must not move it. Said once, and taken away with what it stands in. */
export function RecommendedToast({ abouts, name, onSet }: ToastProps) {
  const { t } = useTranslation('alerts')
  const offered = useOfferedAlerts(abouts)
  const summary = useOfferText(offered?.offers ?? [])
  const [shown, setShown] = useState<Offer>(nothingOffered)
  const already = useAlreadyText(abouts, shown)
  const said = useRef<'nothing' | 'offer' | 'done'>('nothing')
  const takeAway = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (offered === undefined) return
    const { offers, set, undo } = offered
    if (said.current === 'nothing' && offers.length > 0) {
      said.current = 'offer'
      takeAway.current = showWithChoice(
        `${titleOf(t, offers, name)} ${summary}`,
        offers.map((offer) => ({
          label: answerOf(t, offers, offer, abouts),
          run() {
            setShown(offer)
            onSet?.()
            set.run(offer.role)
          },
        })),
      )
    }
    // Set elsewhere on the page, as in the card: what is on already is not asked (P882).
    if (said.current === 'offer' && offers.length === 0 && !set.loading && !set.loaded) takeAway.current()
    if (said.current === 'offer' && set.loaded && already !== undefined) {
      said.current = 'done'
      showWithUndo([t('offer.done', { name }), already].filter(Boolean).join('. '), {
        label: t('mute.undo'),
        run: () => undo.run(),
      })
    }
  }, [offered, abouts, name, summary, already, onSet, t])
  // One more that is made the user's own is offered with those before it, in one toast.
  useEffect(() => () => takeAway.current(), [])
  const error = offered?.set.error ?? offered?.undo.error ?? null
  useEffect(() => {
    if (error) showError(t('offer.failed', { name }))
  }, [error, name, t])
  return null
}

interface AskProps extends Props {
  offers: readonly Offer[]
  offered: OfferedAlerts
  onSet: (offer: Offer) => void
}

function Ask({ abouts, name, offers, offered: { needsPhone, set, undo }, onSet, onClose }: AskProps) {
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const kind = kindOf(abouts)
  const ids = abouts.map((about) => String('bridge' in about ? about.bridge : about.validator))
  const [pressed, press] = useState<Offer['role'] | null>(null)
  const error = set.error ?? undo.error
  const summary = useOfferText(offers)
  return (
    <Line aria-label={t('offer.label')}>
      <NotificationsActiveOutlined aria-hidden />
      <div>
        <Typography variant="label" component="p" sx={{ m: 0 }}>
          {titleOf(t, offers, name)}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
          {isMore(offers) ? null : `${t(`offer.what.${kind}`)} `}
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
            {t('save.failed', { why: formProblem(error, tCommon, formats) })}
          </Typography>
        ) : null}
      </div>
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
          {answerOf(t, offers, offer, abouts)}
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
    </Line>
  )
}

interface DoneProps extends Pick<Props, 'abouts' | 'name' | 'onClose'> {
  offer: Offer
  undo: OfferedAlerts['undo']
}

function Done({ abouts, offer, name, undo, onClose }: DoneProps) {
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const summary = useCountText()(offer)
  const already = useAlreadyText(abouts, offer)
  return (
    <Line aria-label={t('offer.label')}>
      <CheckCircleOutlineRounded aria-hidden data-done="" />
      <div role="status">
        <Typography variant="label" component="p" sx={{ m: 0 }}>
          {t('offer.done', { name })}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
          {undo.error ? t('save.failed', { why: formProblem(undo.error, tCommon, formats) }) : summary}
        </Typography>
        {already ? (
          <Typography variant="caption" component="p" sx={{ m: 0 }}>
            {already}
          </Typography>
        ) : null}
      </div>
      {/* Where the button was that set them: the keyboard is still there. */}
      <Button size="small" autoFocus loading={undo.loading} onClick={() => undo.run()}>
        {t('mute.undo')}
      </Button>
      {onClose ? (
        <Button size="small" variant="text" onClick={onClose}>
          {t('close')}
        </Button>
      ) : null}
    </Line>
  )
}

const nothingOffered: Offer = { role: 'operator', count: 0, channels: [], settingIds: [], isMore: false }

const kindOf = (abouts: readonly About[]) =>
  abouts.some((about) => 'bridge' in about) ? 'bridge' : 'validator'

const isMore = (offers: readonly Offer[]) => offers.every((offer) => offer.isMore)

function titleOf(t: TFunction<'alerts'>, offers: readonly Offer[], name: string): string {
  return t(isMore(offers) ? 'offer.moreTitle' : 'offer.title', { name })
}

/** What is pressed: where one may be either, which of these one is (P902). */
function answerOf(
  t: TFunction<'alerts'>,
  offers: readonly Offer[],
  { role }: Offer,
  abouts: readonly About[],
): string {
  return offers.length === 1 ? t('offer.set') : t(`offer.as.${role}`, { count: abouts.length })
}

/** What of the offered alerts is true at this moment, and so not sent (P785); null: nothing; undefined: not known yet. */
function useAlreadyText(abouts: readonly About[], { settingIds, count }: Offer): string | null | undefined {
  const { t } = useTranslation('alerts')
  const isOne = abouts.length === 1
  const names = useAlreadyTrue(abouts[0] ?? null, isOne ? settingIds : [])
  if (!isOne) return count === 0 ? null : t('save.alreadyOfSeveral')
  if (names === undefined || names.length === 0) return names && null
  return t('offer.already', { list: names.join(', ') })
}

/** "Operators get 15 alerts: SMS 13, call 7, e-mail 12." Where one can only be one of them, without whom. */
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
  return ({ count, channels }) => {
    const list = channels
      .map(([channel, by]) => `${t(`channel.${channel}`).replace('-', '\u2011')}\u00a0${formats.integer(by)}`)
      .join(', ')
    return t('offer.by', { count, value: formats.integer(count), channels: list })
  }
}
