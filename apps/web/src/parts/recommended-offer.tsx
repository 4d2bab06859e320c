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
import { showWithUndo, showError } from '../ui/toast.ts'
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
  about: About
  /** What it is called. */
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
  const { about, name, onClose, saysAlready = true } = props
  const offered = useOfferedAlerts(about)
  // What was set by a click here is said here; what is there already is not offered.
  const [done, setDone] = useState<Offer | null>(null)
  if (offered === undefined) return otherwise
  const { offer, set, undo } = offered
  if (set.loaded && done !== null)
    return frame(
      <Done
        about={about}
        offer={saysAlready ? done : { ...done, settingIds: [] }}
        name={name}
        undo={undo}
        {...(onClose && { onClose })}
      />,
    )
  if (offer === null && !set.loading) return otherwise
  const shown = offer ?? done
  if (shown === null) return otherwise
  return frame(
    <Ask
      about={about}
      name={name}
      offer={shown}
      offered={offered}
      onSet={() => {
        setDone(shown)
        set.run()
      }}
      {...(onClose && { onClose })}
    />,
  )
}

/** The same in a toast, where a click in a list must not move it. Said once. */
export function RecommendedToast({ about, name }: Pick<Props, 'about' | 'name'>) {
  const { t } = useTranslation('alerts')
  const offered = useOfferedAlerts(about)
  const summary = useOfferText(offered?.offer ?? nothingOffered)
  const [shown, setShown] = useState<Offer>(nothingOffered)
  const already = useAlreadyText(about, shown)
  const said = useRef<'nothing' | 'offer' | 'done'>('nothing')
  const takeAway = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (offered === undefined) return
    const { offer, set, undo } = offered
    if (said.current === 'nothing' && offer !== null) {
      said.current = 'offer'
      setShown(offer)
      takeAway.current = showWithUndo(`${titleOf(t, offer, name)} ${summary}`, {
        label: t('offer.set'),
        run: () => set.run(),
      })
    }
    // Set elsewhere on the page, as in the card: what is on already is not asked (P882).
    if (said.current === 'offer' && offer === null && !set.loading && !set.loaded) takeAway.current()
    if (said.current === 'offer' && set.loaded && already !== undefined) {
      said.current = 'done'
      showWithUndo([t('offer.done', { name }), already].filter(Boolean).join('. '), {
        label: t('mute.undo'),
        run: () => undo.run(),
      })
    }
  }, [offered, name, summary, already, t])
  const error = offered?.set.error ?? offered?.undo.error ?? null
  useEffect(() => {
    if (error) showError(t('offer.failed', { name }))
  }, [error, name, t])
  return null
}

interface AskProps extends Props {
  offer: Offer
  offered: OfferedAlerts
  onSet: () => void
}

function Ask({ about, name, offer, offered: { needsPhone, set, undo }, onSet, onClose }: AskProps) {
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const kind = 'bridge' in about ? 'bridge' : 'validator'
  const id = String('bridge' in about ? about.bridge : about.validator)
  const error = set.error ?? undo.error
  const summary = useOfferText(offer)
  return (
    <Line aria-label={t('offer.label')}>
      <NotificationsActiveOutlined aria-hidden />
      <div>
        <Typography variant="label" component="p" sx={{ m: 0 }}>
          {titleOf(t, offer, name)}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
          {offer.isMore ? null : `${t(`offer.what.${kind}`)} `}
          {summary}
        </Typography>
        {needsPhone ? (
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
            {t('channelHint.noPhoneLong')}{' '}
            <RouteLink to="/settings" search={{ tab: 'phones' }} variant="caption">
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
      <Button size="small" variant="contained" loading={set.loading || undo.loading} onClick={onSet}>
        {t('offer.set')}
      </Button>
      <RouteButton size="small" variant="text" to="/alerts" search={{ [kind]: [id] }}>
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

interface DoneProps extends Pick<Props, 'about' | 'name' | 'onClose'> {
  offer: Offer
  undo: OfferedAlerts['undo']
}

function Done({ about, offer, name, undo, onClose }: DoneProps) {
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const summary = useOfferText(offer)
  const already = useAlreadyText(about, offer)
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

const nothingOffered: Offer = { count: 0, channels: [], settingIds: [], isMore: false }

function titleOf(t: TFunction<'alerts'>, { isMore }: Offer, name: string): string {
  return t(isMore ? 'offer.moreTitle' : 'offer.title', { name })
}

/** What of the offered alerts is true at this moment, and so not sent (P785); null: nothing; undefined: not known yet. */
function useAlreadyText(about: About, { settingIds }: Offer): string | null | undefined {
  const { t } = useTranslation('alerts')
  const names = useAlreadyTrue(about, settingIds)
  if (names === undefined || names.length === 0) return names && null
  return t('offer.already', { list: names.join(', ') })
}

/** "22 alerts: SMS 17, call 9, e-mail 17." No line ends within a channel and its number. */
function useOfferText({ count, channels }: Offer): string {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  const list = channels
    .map(([channel, by]) => `${t(`channel.${channel}`).replace('-', '\u2011')}\u00a0${formats.integer(by)}`)
    .join(', ')
  return t('offer.by', { count, value: formats.integer(count), channels: list })
}
