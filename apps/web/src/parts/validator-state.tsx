import type { SvgIconComponent } from '@mui/icons-material'
import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import DangerousOutlined from '@mui/icons-material/DangerousOutlined'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import HistoryToggleOffRounded from '@mui/icons-material/HistoryToggleOffRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import RemoveCircleOutlineRounded from '@mui/icons-material/RemoveCircleOutlineRounded'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import { sameState, severityOf, type ValidatorState } from '@roundsman/contract/networks/validator-state'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useNow } from '../data/services/services.ts'
import { type Formats, useFormats } from '../i18n/formats.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { type StateEmphasis, StateMark } from '../ui/state-mark.tsx'
import type { StateTone } from '../ui/theme/theme-types.ts'

interface StateText {
  /** What stands in a cell. */
  text: string
  /** All of it, where the cell has no room for it. */
  full: string
}

interface StateContext {
  /** The server's time, Unix ms. */
  now: number
  /** The network makes no blocks now, so nothing brings anybody nearer to jail. */
  halted: boolean
}

/** Days after which nobody is about to unjail any more: then it counts since when a validator is in jail. */
const unjailDays = 7
const dayMs = 86_400_000
/** A chain that never set a time has its zero, of 1970. */
const noTime = Date.UTC(1971, 0, 1)

/** A state in words, with what an operator asks next: how many, how long until jail, when one can unjail. */
export function stateText(
  state: ValidatorState,
  context: StateContext,
  t: TFunction,
  formats: Formats,
): StateText {
  if (state.kind === 'jailed') return same(jailedText(state.until, context.now, t, formats))
  if (state.kind !== 'risk' && state.kind !== 'missing') return same(t(`validator.state.${state.kind}`))
  const run = { count: state.blocks, value: formats.integer(state.blocks) }
  const missed = t(state.exact ? 'validator.missing' : 'validator.missingOrMore', run)
  const toJail = jailBounds(state.seconds, state.secondsAtMost, formats)
  if (state.kind === 'risk' && context.halted)
    return { text: t('validator.riskPaused'), full: `${missed}, ${t('validator.riskPausedHint')}` }
  if (state.seconds === null || toJail === null || context.halted) return same(missed)
  const { atLeast, atMost, isNow } = toJail
  if (isNow) {
    const left = atMost === null ? t('validator.toJailNow') : t('validator.toJailNowAtMost', { most: atMost })
    return {
      text: t(atMost === null ? 'validator.riskNow' : 'validator.riskMaybeNow'),
      full: `${missed}, ${left}`,
    }
  }
  const left =
    atMost === null
      ? t('validator.toJail', { duration: atLeast })
      : t('validator.toJailBetween', { least: atLeast, most: atMost })
  const short = (duration: string) => (atMost === null ? duration : `≥\u00a0${duration}`)
  const text =
    state.kind === 'risk'
      ? t('validator.risk', { duration: short(atLeast) })
      : t('validator.missingJail', {
          ...run,
          value: state.exact ? run.value : `${run.value}+`,
          duration: short(formats.tersely(state.seconds)),
        })
  return { text, full: `${missed}, ${left}` }
}

/**
 * The time to jail as it is written wherever it stands: at least so long, and at most, where that is not written the
 * same. Of less than a minute nobody counts the seconds (P887): where it may be any moment (`isNow`), it is words that say
 * so, and “at most” is there only if it may be later. Null where it is not known.
 */
export function jailBounds(
  seconds: number | null,
  secondsAtMost: number | null,
  formats: Pick<Formats, 'duration'>,
): { atLeast: string; atMost: string | null; isNow: boolean } | null {
  if (seconds === null) return null
  const most = secondsAtMost ?? seconds
  const [atLeast, atMost] = [formats.duration(seconds), formats.duration(most)]
  const isNow = seconds < 60
  return { atLeast, atMost: (isNow ? most < 60 : atMost === atLeast) ? null : atMost, isNow }
}

function jailedText(until: string | null, now: number, t: TFunction, formats: Formats): string {
  const end = until === null ? noTime : Date.parse(until)
  if (!(end > noTime) || until === null) return t('validator.state.jailed')
  if (end > now) return t('validator.jailedUntil', { time: formats.shortTime(until, now) })
  if (now - end < unjailDays * dayMs) return t('validator.canUnjail')
  return t('validator.jailedSince', { time: formats.shortTime(until, now) })
}

function same(text: string): StateText {
  return { text, full: text }
}

interface Appearance {
  icon: SvgIconComponent
  tone: StateTone
  emphasis: StateEmphasis
}

/** Of a state that needs a person, by how much it does (P450). */
export function troubleTone(kind: 'risk' | 'missing' | 'jailed'): 'error' | 'warning' {
  return severityOf({ kind }) === 'CRITICAL' ? 'error' : 'warning'
}

const appearances: Record<ValidatorState['kind'], Appearance> = {
  tombstoned: { icon: DangerousOutlined, tone: 'grave', emphasis: 'chip' },
  jailed: { icon: LockOutlined, tone: troubleTone('jailed'), emphasis: 'chip' },
  risk: { icon: TimerOutlined, tone: troubleTone('risk'), emphasis: 'chip' },
  missing: { icon: ErrorOutlineRounded, tone: troubleTone('missing'), emphasis: 'chip' },
  bonded: { icon: CheckCircleOutlineRounded, tone: 'success', emphasis: 'silent' },
  unbonding: { icon: HourglassTopRounded, tone: 'info', emphasis: 'quiet' },
  unbonded: { icon: RemoveCircleOutlineRounded, tone: 'neutral', emphasis: 'quiet' },
  unknown: { icon: HelpOutlineRounded, tone: 'neutral', emphasis: 'quiet' },
}

export const stateIcons = { risk: TimerOutlined, missing: ErrorOutlineRounded, jailed: LockOutlined }

/** The state of a validator as an icon alone, with its word for screen readers and as a tooltip. */
export function StateIcon({ state: { kind } }: { state: ValidatorState }) {
  const { t } = useTranslation()
  const { icon: Icon, tone } = appearances[kind]
  return (
    <Icon
      titleAccess={t(`validator.state.${kind}`)}
      // The grave one is a ground for its chip, not a color of text.
      sx={{ color: tone === 'grave' ? 'text.primary' : `${tone}.main` }}
    />
  )
}

interface Props {
  state: ValidatorState
  /** Seconds since the state was last seen, where that is too long ago to take it for the present one. */
  staleAge?: number | null
  /** The network makes no blocks now. */
  halted?: boolean
  /** In a column, whose sheet may put what is behind the word onto a second line. */
  lines?: boolean
}

/** The state of a validator as an icon and words. */
export const StateCell = memo(
  function StateCell({ state, staleAge = null, halted = false, lines = false }: Props) {
    const { t } = useTranslation()
    const formats = useFormats()
    if (staleAge !== null && state.kind !== 'tombstoned' && state.kind !== 'unknown')
      return (
        <StateMark icon={HistoryToggleOffRounded} tone="neutral" emphasis="quiet">
          {t('validator.stateWithAge', {
            state: t(`validator.state.${state.kind}`),
            age: formats.duration(staleAge),
          })}
        </StateMark>
      )
    if (state.kind === 'jailed') return <JailedMark until={state.until} lines={lines} />
    const { icon, tone, emphasis } = appearances[state.kind]
    const { text, full } = stateText(state, { now: 0, halted }, t, formats)
    return (
      // Nobody comes nearer to jail while there are no blocks: that is no alarm.
      <StateMark
        icon={icon}
        tone={tone}
        emphasis={halted && state.kind === 'risk' ? 'silent' : emphasis}
        full={full}
      >
        {lines ? <Lines text={text} /> : text}
      </StateMark>
    )
  },
  (a, b) =>
    a.staleAge === b.staleAge && a.halted === b.halted && a.lines === b.lines && sameState(a.state, b.state),
)

/** "Jail in 7 h · missing 12" in parts that a sheet can put below each other. */
function Lines({ text }: { text: string }) {
  const [word, ...rest] = text.split(' · ')
  if (rest.length === 0) return text
  return (
    <>
      <span data-line="">{word}</span>
      <span data-dot=""> · </span>
      <span data-line="">{rest.join(' · ')}</span>
    </>
  )
}

/** It changes with the time alone, when one can unjail. */
function JailedMark({ until, lines }: { until: string | null; lines: boolean }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const now = useNow()
  const { icon, tone, emphasis } = appearances.jailed
  const { text } = stateText({ kind: 'jailed', until }, { now, halted: false }, t, formats)
  return (
    <StateMark icon={icon} tone={tone} emphasis={emphasis} full={text}>
      {lines ? <Lines text={text} /> : text}
    </StateMark>
  )
}
