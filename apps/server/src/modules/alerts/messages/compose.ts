import { catalogue } from '@roundsman/alerting/catalogue'
import type { Language } from '@roundsman/contract/users'
import type { Queryable } from '../../../platform/db/database.ts'
import { readerOf } from '../../accounts/accounts.public.ts'
import { type CatalogueNetwork, type Networks, unjailCommandOf } from '../../networks/networks.public.ts'
import type { Composer } from '../../notifications/notifications.public.ts'
import { areAcknowledged, findAlerts, type FoundAlert } from '../record/history.store.ts'
import { alertMessage } from '../texts/alert-text.ts'
import { bundleMessage } from '../texts/bundle-message.ts'
import type { AlertFacts } from '../texts/writing.ts'

export interface ComposeDeps {
  orm: Queryable
  networks: Pick<Networks, 'byId'>
}

/** The text of an alert, or of those of a storm, when it is sent: in the language and time zone that its reader has then. */
export function createComposer({ orm, networks }: ComposeDeps): Composer {
  return async ({ references, channel, userId }) => {
    const reader = userId === null ? null : await readerOf(orm, userId)
    const found = await findAlerts(orm, references.map(Number))
    const network = found[0] && networks.byId(found[0].networkId)
    if (!reader || !network) return null
    // Nobody is called about what they have seen; a call that nobody took comes again minutes later.
    if (channel === 'voice' && (await areAcknowledged(orm, userId, references.map(Number)))) return null
    const { language } = reader
    const told = found.flatMap((one) => {
      const facts = factsOf(one, network, language)
      return facts === null ? [] : [{ id: one.id, facts }]
    })
    const [first, ...others] = told
    if (first === undefined) return null
    const message =
      others.length === 0
        ? alertMessage(channel, first.facts, reader, historyUrl(network, first.id))
        : bundleMessage(
            channel,
            told.map(({ facts }) => facts),
            reader,
            historyUrl(network),
          )
    return { ...message, language }
  }
}

/** Where the page shows what a user was told of, one alert of it opened. */
function historyUrl({ domain }: Pick<CatalogueNetwork, 'domain'>, alertId?: number): string {
  const url = new URL('/alerts-history', domain)
  if (alertId !== undefined) url.searchParams.set('alert', String(alertId))
  return url.href
}

/** As much of a network as texts name. */
export type NamedNetwork = Pick<CatalogueNetwork, 'name' | 'unjail' | 'chain_id'>

/** What texts about an alert are made from; null where the catalogue does not know its setting any more. */
export function factsOf(
  { settingId, targetName, validatorId, bridgeId, ...found }: FoundAlert,
  network: NamedNetwork,
  language: Language,
): AlertFacts | null {
  const meaning = catalogue.meaning(settingId)
  const setting = catalogue.setting(settingId, language)
  if (!meaning || !setting) return null
  const { at, height, evidence, heldBack, severity, jailedUntil } = found
  return {
    targetName,
    at,
    height,
    evidence,
    heldBack,
    severity,
    jailedUntil,
    unjailCommand: unjailCommandOf(network, found.chainId),
    title: setting.name,
    subject: meaning.condition.subject,
    trigger: meaning.trigger,
    network: network.name,
    isNetwork: validatorId === null && bridgeId === null,
  }
}
