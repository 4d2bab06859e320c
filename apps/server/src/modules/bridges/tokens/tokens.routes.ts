import { bridgeTokensOfUser } from '@roundsman/contract/bridges/bridge-tokens'
import { tokenHash } from '../../../platform/config/secrets.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { type Message, ProblemError } from '../../../platform/http/problem-error.ts'
import { keptByNobody } from '../../../platform/http/send-json.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Networks } from '../../networks/networks.public.ts'
import {
  type AuditTrail,
  changeableOwner,
  originOf,
  readableOwners,
  requireChangeable,
} from '../../accounts/accounts.public.ts'
import { validatorIdsByAddress, validatorsById } from '../../watch/watch.public.ts'
import { bridgesChannel, databaseNow, nextSeq } from '../bridge.store.ts'
import { isContested } from '../claim.policy.ts'
import { needBridges } from '../showing/bridges.routes.ts'
import {
  countTokens,
  deleteToken,
  findToken,
  insertToken,
  lockTokens,
  tokensOf,
} from './bridge-token.store.ts'

const unknownValidator: Message = {
  en: 'This network has no such validator.',
  ru: 'В этой сети нет такого валидатора.',
  uk: 'У цій мережі немає такого валідатора.',
}
const tooManyOfTeam: Message = {
  en: `A team can have at most ${bridgeTokensOfUser} bridge tokens on a network.`,
  ru: `У команды в одной сети может быть не больше ${bridgeTokensOfUser} токенов бриджей.`,
  uk: `Команда може мати в одній мережі не більше ${bridgeTokensOfUser} токенів бриджів.`,
}
const tooMany: Message = {
  en: `You can have at most ${bridgeTokensOfUser} bridge tokens on a network.`,
  ru: `В одной сети может быть не больше ${bridgeTokensOfUser} токенов бриджей.`,
  uk: `В одній мережі може бути не більше ${bridgeTokensOfUser} токенів бриджів.`,
}

/** Tokens with which bridges push: made by users for themselves or a team of theirs, shown once, deleted with what they pushed. */
export function addTokensRoutes(
  server: HttpServer,
  { db, ids }: Pick<Platform, 'db' | 'ids'>,
  networks: Pick<Networks, 'byId'>,
  audit: AuditTrail,
): void {
  server.add('bridgeTokens', async ({ params: { blockchainId }, query }, { caller: { userId } }) => {
    needBridges(networks, blockchainId)
    const owners = await readableOwners(db.orm, { userId, teamId: query.team_id })
    const rows = await tokensOf(db.orm, owners, blockchainId)
    const now = await databaseNow(db.orm, db.now())
    const keys = rows.flatMap(({ validatorKey }) => validatorKey ?? [])
    const validators = await validatorIdsByAddress(db.orm, blockchainId, keys)
    const tokens = rows.map((row) => ({
      id: row.id,
      name: row.name,
      peer_id: row.peerId,
      validator_id: row.validatorKey === null ? null : (validators.get(row.validatorKey) ?? null),
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
      problem: row.problem ?? (isContested(row, now) ? ('contested' as const) : null),
      team_id: row.teamId,
    }))
    return { status: 200, body: { tokens }, headers: keptByNobody }
  })

  server.add('createBridgeToken', async ({ params: { blockchainId }, body }, call) => {
    needBridges(networks, blockchainId)
    const { name, validator_id: validatorId = null } = body
    const [names] = validatorId === null ? [] : await validatorsById(db.orm, blockchainId, [validatorId])
    if (validatorId !== null && !names) throw refused('validator_id', unknownValidator)
    const validatorKey = names ? (names.operatorAddress ?? names.consensusAddress) : null
    const token = ids.token(32)
    const { userId } = call.caller
    const id = await db.transaction(async (tx) => {
      const owner = await changeableOwner(tx, { userId, teamId: body.team_id })
      await lockTokens(tx, owner)
      if ((await countTokens(tx, owner, blockchainId)) >= bridgeTokensOfUser)
        throw refused('name', owner.teamId === null ? tooMany : tooManyOfTeam)
      const row = {
        ...owner,
        networkId: blockchainId,
        name,
        validatorKey,
        hash: tokenHash(token).toString('hex'),
      }
      const added = await insertToken(tx, db.now(), row)
      await audit.record(tx, { kind: 'bridge_token_created', userId, from: originOf(call), detail: name })
      return added
    })
    return { status: 201, body: { id, name, token }, headers: keptByNobody }
  })

  server.add('deleteBridgeToken', async ({ params: { blockchainId, tokenId: id } }, call) => {
    needBridges(networks, blockchainId)
    const { userId } = call.caller
    await db.transaction(async (tx) => {
      await requireChangeable(tx, await findToken(tx, id, blockchainId), userId)
      await nextSeq(tx, blockchainId, db.now())
      await deleteToken(tx, id)
      await audit.record(tx, { kind: 'bridge_token_deleted', userId, from: originOf(call) })
      await db.notify(tx, bridgesChannel, String(blockchainId))
    })
    return { status: 204, body: undefined }
  })
}

function refused(field: string, message: Message): ProblemError {
  return new ProblemError('validation_failed', { errors: { [field]: [message] } })
}
