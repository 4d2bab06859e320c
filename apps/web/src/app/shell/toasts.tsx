import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { i18n } from 'i18next'
import { resolveValue, type Toast as OneToast, useToaster } from 'react-hot-toast/headless'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useSettings } from '../../data/services/use-settings.ts'
import { SeverityMark } from '../../parts/alerts/alert-marks.tsx'
import { RouteLink } from '../../ui/controls/links.tsx'
import { choiceOf, showToast, takeAway } from '../../ui/toast.ts'
import { styled } from '../../ui/theme/styled.tsx'

const Place = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 24,
  zIndex: theme.zIndex.snackbar,
  display: 'grid',
  justifyItems: 'center',
  pointerEvents: 'none',
  // Below the head of the page too, whose buttons people go on to press, wherever it ends: notices stand above it, and
  // its buttons below its title where it is narrow. A browser that can't tell has the usual height of both.
  '&[data-place^="top"]': {
    top: 'calc(var(--rm-head-height, 64px) + 4.75rem)',
    '@supports (anchor-name: --rm-page-head)': {
      top: 'max(var(--rm-bar-height, 0px) + 12px, anchor(--rm-page-head bottom, var(--rm-head-height, 64px)) + 4px)',
    },
  },
  '&[data-place^="bottom"]': { bottom: 'calc(var(--rm-footer-height, 0px) + 24px)' },
  '&[data-place$="right"]': { justifyItems: 'end' },
  '&[data-place$="left"]': { justifyItems: 'start' },
}))

/** The library's own styling would write styles past the CSP, so only its queue and clock are used. */
const options = { duration: 6_000, error: { duration: Number.POSITIVE_INFINITY } }

const Toast = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'flex',
  // Mark and cross stand beside the first line.
  alignItems: 'flex-start',
  gap: 10,
  maxWidth: 420,
  marginBlock: 4,
  padding: '6px 8px 6px 12px',
  borderRadius: 10,
  pointerEvents: 'auto',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.raised,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  boxShadow: theme.vars.palette.shadow,
  '& > svg': {
    fontSize: 20,
    flex: 'none',
    marginBlock: 5,
    color: theme.vars.palette.success.main,
  },
  '&[data-kind="error"] > svg': { color: theme.vars.palette.error.main },
  '&[data-kind="blank"] > svg': { color: theme.vars.palette.accent.text },
}))

/** Answers stand below the words where both would not fit in one line: beside them they would leave these no room. */
const Words = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  flex: '1 1 auto',
  gap: '0 10px',
  minWidth: 0,
  '& > span': { padding: '5px 0', overflowWrap: 'anywhere' },
  '& > span:has(small)': { paddingBottom: 0 },
  '& > span > strong': { display: 'block', fontWeight: 600, textWrap: 'balance' },
  '& > span > small': {
    ...theme.typography.caption,
    display: 'block',
    color: theme.vars.palette.text.secondary,
  },
}))
const Choice = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 4px',
  // What is pressed has its own space at its sides: the words begin where the words of the first answer do.
  marginInlineStart: -12,
  '&:empty': { display: 'none' },
})

/** How many are shown at a time (P579); on a phone one. */
const mostInSight = 2
const More = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  padding: '2px 10px',
  borderRadius: 10,
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.raised,
  border: `1px solid ${theme.vars.palette.divider}`,
}))

/** Both are there from the start: what a live region begins with is not read. */
const Region = styled('div')({ display: 'grid', justifyItems: 'inherit' })

/**
 * Short words about what was just done, where the settings say. They wait while the pointer or the keyboard is on them.
 * What went wrong is read at once, all else when there is time for it.
 */
export function Toasts() {
  const { direction, toastPosition } = useSettings()
  const { toasts, handlers } = useToaster(options)
  const { t } = useTranslation('shell')
  const isPhone = useMediaQuery('(max-width: 37.49em)', { noSsr: true })
  const visible = toasts.filter((one) => one.visible)
  const wrong = visible.filter(({ type }) => type === 'error')
  // The newest come first; a dozen alerts at once would cover what they are about.
  const inSight = [...wrong, ...visible.filter(({ type }) => type !== 'error')].slice(
    0,
    isPhone ? 1 : mostInSight,
  )
  const more = visible.length - inSight.length
  const close = (id: string) => {
    takeAway(id)
    // It goes from under the pointer, which then never leaves it.
    handlers.endPause()
  }
  const draw = (one: OneToast) => (
    <Toast
      key={one.id}
      dir={direction}
      data-kind={one.type}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {one.icon ?? <KindIcon kind={one.type} />}
      <Words>
        <span>{resolveValue(one.message, one)}</span>
        <Choice>
          {choiceOf(one.id).answers.map(({ label, run }) => (
            <Button
              key={label}
              variant="text"
              size="small"
              onClick={() => {
                run()
                close(one.id)
              }}
            >
              {label}
            </Button>
          ))}
        </Choice>
      </Words>
      <CloseToast
        onClose={() => {
          choiceOf(one.id).onClose?.()
          close(one.id)
        }}
      />
    </Toast>
  )
  return (
    // Right is right, whichever way the page is read: the settings name sides, not beginnings.
    <Place dir="ltr" data-place={toastPosition}>
      <Region role="alert">{inSight.filter(({ type }) => type === 'error').map(draw)}</Region>
      <Region role="status">{inSight.filter(({ type }) => type !== 'error').map(draw)}</Region>
      {more > 0 ? <More dir={direction}>{t('moreToasts', { value: more })}</More> : null}
    </Place>
  )
}

/** Something went wrong, is asked, or is done. */
function KindIcon({ kind }: { kind: OneToast['type'] }) {
  if (kind === 'error') return <ErrorOutlineRounded aria-hidden />
  return kind === 'blank' ? <HelpOutlineRounded aria-hidden /> : <CheckCircleOutlineRounded aria-hidden />
}

function CloseToast({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  return (
    <IconButton size="small" aria-label={t('appearance.close')} onClick={onClose}>
      <CloseRounded sx={{ fontSize: 18 }} />
    </IconButton>
  )
}

const Lines = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 2,
  padding: '4px 0',
  minWidth: 0,
  '& > strong': { fontWeight: 600 },
  '& > span': { color: theme.vars.palette.text.secondary },
}))

/**
 * Shows an alert that is new, with the way to it; a critical one stays until it is closed. It waits for its words, which
 * pages without alerts have not loaded: a name alone, without severity and target, tells nobody anything (P816).
 */
export async function showAlertToast(item: AlertHistoryItem, texts: i18n): Promise<void> {
  await texts.loadNamespaces(['alerts', 'history'])
  showToast(<AlertSummary item={item} />, { stays: item.severity === 'CRITICAL' })
}

function AlertSummary({ item }: { item: AlertHistoryItem }) {
  const { t } = useTranslation('history')
  return (
    <Lines>
      <SeverityMark severity={item.severity} />
      <strong dir="auto">{item.title}</strong>
      {item.target_name === null ? null : <span dir="auto">{item.target_name}</span>}
      <RouteLink to="/alerts-history" search={{ alert: String(item.id) }}>
        {t('toast.show')}
      </RouteLink>
    </Lines>
  )
}
