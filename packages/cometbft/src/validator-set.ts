import type { SetMember } from './domain.ts'
import type { CallOptions, RpcClient } from './rpc-client.ts'
import { decodeAs, ShapeError } from './shape-error.ts'
import { decodeValidatorsPage, type ValidatorsPage } from './validators.decode.ts'

const METHOD = 'validators'
/** The most that CometBFT gives on one page. */
const PER_PAGE = 100
/** CometBFT itself allows no larger set. */
const MAX_MEMBERS = 10_000
/** Whoever gives one member on a page gives none in time. */
const MOST_PAGES = MAX_MEMBERS / PER_PAGE

/**
 * The whole validator set of a height, in its own order: complete or an error.
 *
 * @throws ChainReadError
 */
export async function readValidatorSet(
  rpc: RpcClient,
  height: number,
  options: CallOptions,
): Promise<SetMember[]> {
  const source = { host: rpc.host, method: METHOD }
  const request = (page: number, perPage: number) => ({
    method: METHOD,
    params: { height: String(height), page: String(page), per_page: String(perPage) },
  })
  const toPage = (result: unknown) => decodeAs(source, () => pageOf(height, decodeValidatorsPage(result)))

  const firstRequest = request(1, PER_PAGE)
  const first = toPage(await rpc.call(firstRequest.method, firstRequest.params, options))
  // A proxy may give less on a page than was asked for; what it gave is the size that the pages are counted by.
  const perPage = first.members.length
  const pages = perPage === 0 ? 1 : Math.ceil(first.total / perPage)
  if (pages > MOST_PAGES) decodeAs(source, () => fail(`a set on ${pages} pages`))
  const rest = Array.from({ length: pages - 1 }, (_, index) => request(index + 2, perPage))
  const outcomes = await rpc.batch(rest, options)

  const members = [...first.members]
  for (const outcome of outcomes) {
    if (!outcome.ok) throw outcome.error
    members.push(...toPage(outcome.result).members)
  }
  return decodeAs(source, () => wholeSet(members, first.total))
}

function fail(reason: string): never {
  throw new ShapeError(reason)
}

function pageOf(height: number, page: ValidatorsPage): ValidatorsPage {
  if (page.height !== height)
    throw new ShapeError(`asked for the set of ${height}, got that of ${page.height}`)
  if (page.total > MAX_MEMBERS) throw new ShapeError(`a set of ${page.total} validators`)
  return page
}

function wholeSet(members: SetMember[], total: number): SetMember[] {
  if (members.length !== total) throw new ShapeError(`${members.length} validators of ${total}`)
  if (members.length === 0) throw new ShapeError('an empty validator set')
  const distinct = new Set(members.map(({ address }) => address))
  if (distinct.size !== members.length) throw new ShapeError('a validator stands twice in the set')
  return members
}
