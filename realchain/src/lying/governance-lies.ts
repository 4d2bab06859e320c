import { base64, hex } from '@scure/base'
import { PROPOSALS, VOTE, voteRequest } from '@roundsman/cometbft/gov.decode'
import { voteKey } from '@roundsman/cometbft/governance-keys'
import { bytesField, intField, messageField } from '@roundsman/cometbft/protobuf'
import type { Lie, RpcAnswer } from './rpc-call.ts'

interface Voter {
  proposalId: number
  operator: string
  account: string
}

/** Says that a vote was not cast: by query in x/gov's words, by key with whatever proof there is. */
export function hiddenVote(voter: Voter): Lie {
  const log = `rpc error: code = InvalidArgument desc = voter: ${voter.account} not found for proposal: ${voter.proposalId}: invalid request`
  return aboutVote(voter, null, { code: 18, log, codespace: 'sdk', value: null, height: '0' })
}

/** Says of a validator that it has voted yes. */
export function forgedVote(voter: Voter): Lie {
  const yes = messageField(4, concat(intField(1, 1), bytesField(2, '1.000000000000000000')))
  const vote = concat(intField(1, voter.proposalId), bytesField(2, voter.account), yes)
  return aboutVote(voter, vote, { code: 0, log: '', value: base64.encode(messageField(1, vote)) })
}

/** Answers with what another validator voted, and with the proof of that. */
export function anothersVote(voter: Voter, another: Voter): Lie {
  const [key, othersKey] = [keyOf(voter), keyOf(another)]
  const [request, othersRequest] = [requestOf(voter), requestOf(another)]
  return async (call, ask) => {
    const { path, data } = call.params
    if (path === '/store/gov/key' && data === key)
      return ask(call.method, { ...call.params, data: othersKey })
    if (path === VOTE && data === request) return ask(call.method, { ...call.params, data: othersRequest })
    return null
  }
}

/** Says that nothing is in voting period. */
export function noProposals(): Lie {
  return async (call, ask) =>
    call.params['path'] === PROPOSALS ? changed(await ask(call.method, call.params), { value: null }) : null
}

const keyOf = ({ proposalId, operator }: Voter) => hex.encode(voteKey(proposalId, operator).key)
const requestOf = ({ proposalId, account }: Voter) => hex.encode(voteRequest(proposalId, account))

function aboutVote(voter: Voter, record: Uint8Array | null, answer: Response): Lie {
  const [key, request] = [keyOf(voter), requestOf(voter)]
  return async (call, ask) => {
    const { path, data } = call.params
    if (path === '/store/gov/key' && data === key)
      return changed(await ask(call.method, call.params), {
        value: record === null ? null : base64.encode(record),
      })
    if (path !== VOTE || data !== request) return null
    const height = answer.code === 0 ? { height: String(call.params['height']) } : {}
    return changed(await ask(call.method, call.params), { ...answer, ...height })
  }
}

interface Response {
  code?: number
  log?: string
  codespace?: string
  value?: string | null
  height?: string
}

function changed(answer: RpcAnswer, response: Response): RpcAnswer {
  const result = answer.result as { response: object }
  return { ...answer, result: { response: { ...result.response, ...response } } }
}

const concat = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
