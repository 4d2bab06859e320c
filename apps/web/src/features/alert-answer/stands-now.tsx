import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import LockOutlined from '@mui/icons-material/LockOutlined'
import TimerOutlined from '@mui/icons-material/TimerOutlined'
import type { SvgIconComponent } from '@mui/icons-material'
import type { AlertAnswerView } from '@roundsman/contract/alerts/alert-actions'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ageSeconds } from '../../data/network/network-health.ts'
import { useFormats } from '../../i18n/formats.ts'
import { dot } from '../../ui/dot.ts'
import type { StateTone } from '../../ui/theme/theme-types.ts'

type AnsweredAlert = AlertAnswerView['alerts'][number]

/** A line of how it stands: what, and what stands below it in small. */
interface StandsLine {
  icon: SvgIconComponent
  tone: StateTone
  said: string
  beside: string | null
}

/**
 * How the validator of an alert about missed blocks stands now, by the page's clock (P885, P886): how long until jail, what it
 * misses and how old that figure is; in jail since when, and from when it can be unjailed. Empty: of any other alert, and where
 * nobody knows.
 */
export function useStandsNow(
  alert: AnsweredAlert,
  now: number,
): { jail: string | null; lines: StandsLine[] } {
  const { t } = useTranslation('history')
  const formats = useFormats()
  const { now: misses, jailed } = alert
  const span = (until: string) => formats.duration(Math.floor((Date.parse(until) - now) / 60_000) * 60)

  if (jailed !== null) {
    const said =
      jailed.at === null ? t('answer.jailed') : t('answer.jailedAt', { time: formats.time(jailed.at, now) })
    return { jail: said, lines: [{ icon: LockOutlined, tone: 'error', said, beside: unjailText() }] }
  }
  if (misses === null) return { jail: null, lines: [] }
  const jail = misses.jail_at === null ? null : jailText(misses.jail_at, misses.jail_at_most)
  const isSigning = misses.in_a_row === 0
  const row: StandsLine = isSigning
    ? { icon: CheckCircleOutlineRounded, tone: 'success', said: t('answer.signing'), beside: windowText() }
    : {
        icon: ErrorOutlineRounded,
        tone: 'warning',
        said: t(misses.in_a_row_exact ? 'answer.inARow' : 'answer.inARowAtLeast', {
          value: formats.integer(misses.in_a_row),
        }),
        beside: windowText(),
      }
  const left: StandsLine[] =
    jail === null ? [] : [{ icon: TimerOutlined, tone: 'error', said: jail, beside: null }]
  return { jail, lines: [...left, row] }

  function jailText(at: string, atMost: string | null): string {
    const most = atMost ?? at
    if (Date.parse(at) - now < 60_000)
      return t(Date.parse(most) - now < 60_000 ? 'answer.jailNow' : 'answer.jailNowAtLeast')
    const [soonest, latest] = [span(at), span(most)]
    return t(soonest === latest ? 'answer.jailIn' : 'answer.jailInAtLeast', { span: soonest })
  }

  /** Of how many blocks, and how old all of that is. */
  function windowText(): string | null {
    if (misses === null) return null
    const { missed_blocks: missed, window, at } = misses
    const seconds = ageSeconds(at, now) ?? 0
    // In one piece: a line that begins with "ago" reads as if they were missed then.
    const age = t('answer.asOf', { age: t('age', { age: formats.duration(seconds) }) }).replaceAll(
      ' ',
      '\u00a0',
    )
    if (missed === null || window === null) return age
    const key = misses.missed_blocks_exact ? 'answer.ofWindow' : 'answer.ofWindowAtLeast'
    return `${t(key, { missed: formats.integer(missed), window: formats.integer(window) })}${dot}${age}`
  }

  function unjailText(): string | null {
    if (jailed === null) return null
    if (jailed.forever) return t('answer.unjailNever')
    if (jailed.until === null) return null
    const time = formats.shortTime(jailed.until, now)
    const leftMs = Date.parse(jailed.until) - now
    if (leftMs <= 0) return t('answer.unjailSince', { time })
    return leftMs < 60_000
      ? t('answer.unjailSoon', { time })
      : t('answer.unjailFrom', { time, span: span(jailed.until) })
  }
}
