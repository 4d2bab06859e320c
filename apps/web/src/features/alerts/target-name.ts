import type { Bridge } from '@roundsman/contract/bridges'
import type { Validator } from '@roundsman/contract/validators'
import type { TFunction } from 'i18next'
import { shortPeerId } from '../../parts/short-peer-id.ts'
import { shortAddress } from '../../parts/validator-name.tsx'
import type { Choices } from './choices.ts'
import { type ChosenTarget, chosenOf, kindOf, type Target } from './target.ts'

/** What one of a target's kind, validators or bridges, is called; one that is gone has its number. */
export function nameOf(target: Target, id: number, choices: Choices): string {
  const name =
    kindOf(target) === 'bridges'
      ? bridgeName(choices.bridges.find((one) => one.id === id))
      : validatorName(choices.validators.find((one) => one.id === id))
  return name ?? `#${id}`
}

function validatorName(validator: Validator | undefined): string | undefined {
  return validator && (validator.moniker ?? shortAddress(validator.consensus_address))
}

function bridgeName(bridge: Bridge | undefined): string | undefined {
  return bridge && (bridge.name ?? shortPeerId(bridge.peer_id))
}

/** What a target is called: of several validators or bridges the first, and how many more. */
export function targetWords(target: Target | null, choices: Choices, t: TFunction<'alerts'>): string {
  if (target === null) return t('target.choose')
  const chosen = chosenOf(target)
  return chosen === null ? t(`target.${wholeOf(target)}`) : chosenWords(chosen, choices, t)
}

function chosenWords(chosen: ChosenTarget, choices: Choices, t: TFunction<'alerts'>): string {
  const name = nameOf(chosen, chosen.first, choices)
  const more = chosen.ids.length - 1
  return more === 0 ? name : t('target.andMore', { name, count: more })
}

function wholeOf({ kind }: Target): 'every' | 'everyBridge' | 'network' {
  return kind === 'everyBridge' || kind === 'network' ? kind : 'every'
}
