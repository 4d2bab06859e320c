import { catalogue } from '@roundsman/alerting/catalogue'
import type { Language } from '@roundsman/contract/users'
import type { Queryable } from '../../platform/db/database.ts'
import { readerOf } from '../accounts/accounts.public.ts'
import type { CatalogueNetwork, Networks } from '../networks/networks.public.ts'
import type { Composer } from '../notifications/notifications.public.ts'
import { findAlert, type FoundAlert } from './history.store.ts'
import type { AlertFacts } from './texts/alert-facts.ts'
import { alertMessage } from './texts/alert-forms.ts'

export interface ComposeDeps {
  orm: Queryable
  networks: Pick<Networks, 'byId'>
}

/** The text of an alert, when it is sent: in the language and time zone that its reader has then. */
export function createComposer({ orm, networks }: ComposeDeps): Composer {
  return async ({ reference, channel, userId }) => {
    const reader = userId === null ? null : await readerOf(orm, userId)
    const found = await findAlert(orm, Number(reference))
    const network = found && networks.byId(found.networkId)
    if (!reader || !found || !network) return null
    const facts = factsOf(found, network, reader.language)
    if (facts === null) return null
    const { language } = reader
    return { ...alertMessage(channel, facts, reader, network.domain), language }
  }
}

/** What texts about an alert are made from; null where the catalogue does not know its setting any more. */
export function factsOf(
  { settingId, targetName, validatorId, at, height, evidence, heldBack, severity, jailedUntil }: FoundAlert,
  network: Pick<CatalogueNetwork, 'name'>,
  language: Language,
): AlertFacts | null {
  const meaning = catalogue.meaning(settingId)
  const setting = catalogue.setting(settingId, language)
  if (!meaning || !setting) return null
  return {
    ...{ targetName, at, height, evidence, heldBack, severity, jailedUntil },
    title: setting.name,
    subject: meaning.condition.subject,
    trigger: meaning.trigger,
    network: network.name,
    isNetwork: validatorId === null,
  }
}
