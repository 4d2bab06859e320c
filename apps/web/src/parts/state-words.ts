import type { ValidatorState } from '@roundsman/contract/validator-state'
import type { TFunction } from 'i18next'
import type { Formats } from '../i18n/formats.ts'

interface Words {
  /** What stands in a cell. */
  text: string
  /** All of it, where the cell has no room for it. */
  full: string
}

export interface Moment {
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
export function stateWords(state: ValidatorState, moment: Moment, t: TFunction, formats: Formats): Words {
  if (state.kind === 'jailed') return same(jailedWords(state.until, moment.now, t, formats))
  if (state.kind !== 'risk' && state.kind !== 'missing') return same(t(`validator.state.${state.kind}`))
  const run = { count: state.blocks, value: formats.integer(state.blocks) }
  const missed = t(state.exact ? 'validator.missing' : 'validator.missingOrMore', run)
  const { seconds } = state
  if (state.kind === 'risk' && moment.halted)
    return { text: t('validator.riskPaused'), full: `${missed}, ${t('validator.riskPausedHint')}` }
  if (seconds === null || moment.halted) return same(missed)
  const full = `${missed}, ${t('validator.toJail', { duration: formats.duration(seconds) })}`
  const text =
    state.kind === 'risk'
      ? t('validator.risk', { duration: formats.duration(seconds) })
      : t('validator.missingJail', {
          ...run,
          value: state.exact ? run.value : `${run.value}+`,
          duration: formats.roughDuration(seconds),
        })
  return { text, full }
}

function jailedWords(until: string | null, now: number, t: TFunction, formats: Formats): string {
  const end = until === null ? noTime : Date.parse(until)
  if (!(end > noTime) || until === null) return t('validator.state.jailed')
  if (end > now) return t('validator.jailedUntil', { time: formats.shortTime(until, now) })
  if (now - end < unjailDays * dayMs) return t('validator.canUnjail')
  return t('validator.jailedSince', { time: formats.shortTime(until, now) })
}

function same(text: string): Words {
  return { text, full: text }
}
