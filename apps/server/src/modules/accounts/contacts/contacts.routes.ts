import type { Contact } from '@roundsman/contract/accounts/contacts'
import { addressKey } from '../../../platform/http/client-address.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { Tx } from '../../../platform/db/database.ts'
import type { Contacts } from '../../notifications/notifications.public.ts'
import type { AccountParts } from '../account-parts.ts'
import { originOf } from '../audit/audit-trail.ts'
import { maskedPhone } from '../phones/phones.ts'
import { phonesOf } from '../phones/phone.store.ts'
import { changeableOwner, readableOwners, requireChangeable } from '../teams/team-access.ts'
import { maskedAddress } from '../users/contact.store.ts'
import { findUser } from '../users/user.store.ts'
import { contactTexts } from './contact-texts.data.ts'

/** The calls under /api/users/contacts/, but for tests, which go the way of alerts. */
export function addContactRoutes(
  server: HttpServer,
  { db, throttle, audit }: Pick<AccountParts, 'db' | 'throttle' | 'audit'>,
  contacts: Contacts,
): void {
  server.add('contacts', async ({ query: { team_id: teamId } }, { caller: { userId } }) => {
    const owners = await readableOwners(db.orm, { userId, teamId })
    const own = owners.userId === null ? [] : await ownPlaces(db, userId)
    const given = [
      ...(owners.userId === null ? [] : await contacts.ofUser(userId)),
      ...(await contacts.ofTeams(owners.teamIds)),
    ]
    return { status: 200, body: { contacts: [...own, ...given.map(contacts.view)] } }
  })

  server.add('addContact', async ({ body }, call) => {
    const { language, ip } = call
    const { userId } = call.caller
    await throttle.contact(userId, addressKey(ip))
    const message = contactTexts[language].hello
    const ownerIn = (tx: Tx) => changeableOwner(tx, { userId, teamId: body.team_id })
    const onKept = (tx: Tx) =>
      audit.record(tx, { kind: 'contact_added', userId, from: originOf(call), detail: body.channel })
    const { row, once } = await contacts.add({ ownerIn, onKept, body, message, language })
    return { status: 201, body: { ...contacts.view(row), ...once } }
  })

  server.add('renameContact', async ({ params: { contactId: id }, body }, call) => {
    const { userId } = call.caller
    const row = await db.transaction(async (tx) => {
      const found = await contacts.find(tx, id)
      await requireChangeable(tx, found, userId)
      const changed = found && (await contacts.change(tx, found, body))
      if (changed && body.webhook_secret !== undefined)
        await audit.record(tx, {
          kind: 'webhook_secret_changed',
          userId,
          from: originOf(call),
          detail: changed.name,
        })
      return changed
    })
    if (row === null) throw new ProblemError('not_found')
    return { status: 200, body: contacts.view(row) }
  })

  server.add('removeContact', async ({ params: { contactId: id } }, call) => {
    const { userId } = call.caller
    await db.transaction(async (tx) => {
      await requireChangeable(tx, await contacts.find(tx, id), userId)
      await contacts.remove(tx, id)
      await audit.record(tx, { kind: 'contact_removed', userId, from: originOf(call) })
    })
    return { status: 204, body: undefined }
  })
}

/** The address, and each number twice. */
async function ownPlaces({ orm }: Pick<AccountParts['db'], 'orm'>, userId: number): Promise<Contact[]> {
  const user = await findUser(orm, userId)
  const place = (
    channel: Contact['channel'],
    to: string,
    isConfirmed: boolean,
    createdAt: Date,
  ): Contact => ({
    ...{ id: null, channel, name: to, to, state: isConfirmed ? 'CONFIRMED' : 'WAITING' },
    ...{ problem: null, last_delivered_at: null, created_at: createdAt.toISOString(), team_id: null },
  })
  const phones = (await phonesOf(orm, userId)).flatMap(({ phone, confirmedAt, createdAt }) =>
    (['SMS', 'VOICE'] as const).map((channel) =>
      place(channel, maskedPhone(phone), confirmedAt !== null, createdAt),
    ),
  )
  return [...phones, ...(user ? [place('EMAIL', maskedAddress(user.email), true, user.createdAt)] : [])]
}
