import { expect, test } from 'vitest'
import { ChainReadError } from '../errors.ts'
import { checkState, validatorKey } from '../proof/state-proof.ts'
import { createFakeChain } from '../testing/fake-chain.ts'
import { type AbciReply, createFakeEndpoint } from '../testing/fake-endpoint.ts'
import { createFakeNet } from '../testing/fake-network.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { proofRun } from '../testing/recorded-node.ts'
import { createNodeClient } from './node-client.ts'
import { createRpcClient } from './rpc-client.ts'

const clock = createManualClock()
const run = proofRun('sdk-0.53')
const OPERATOR = 'cosmosvaloper1qp4j6m7jxlngry0x8hzr74y3vwsjyy2k5juejy'

/** A node that shows blocks up to 60 and answers every query alike. */
function nodeThatSays(reply: AbciReply) {
  const chain = createFakeChain({ startTime: clock.now() - 200_000 })
  chain.growBy(60)
  const endpoint = createFakeEndpoint(chain, { abci: () => reply })
  const { fetch } = createFakeNet({ 'one.example': endpoint })
  const rpc = createRpcClient({
    url: 'https://one.example',
    fetch,
    clock,
    timeoutSignal: clock.timeoutSignal,
  })
  return { endpoint, node: createNodeClient(rpc, { newest: () => chain.latest().height }) }
}

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof ChainReadError ? error.kind : 'another error'),
  )

test('R80: a record comes with its proof, asked for in batches of ten', async () => {
  const name = run
    .names(/^abci-val-53-/)
    .find((one) => (run.result(one) as { response: { key: string } }).response.key.startsWith('IRQAay1v'))
  const { response } = run.result(name ?? '') as { response: { value: string; proofOps: object } }
  const { node, endpoint } = nodeThatSays({
    value: Buffer.from(response.value, 'base64'),
    proofOps: response.proofOps,
  })
  const keys = Array.from({ length: 12 }, () => validatorKey(OPERATOR))
  const claims = await node.storeValues(keys, 53)
  expect(claims).toHaveLength(12)
  expect(endpoint.asked).toHaveLength(12)
  const { signed_header } = run.result('commit-54') as { signed_header: { header: { app_hash: string } } }
  for (const claim of claims)
    expect(() => checkState({ ...claim, appHash: signed_header.header.app_hash })).not.toThrow()
})

const EMPTY = 'proof is unexpectedly empty; ensure height has not been pruned: invalid request'
const VERSION =
  'failed to load state at height 9; version does not exist (latest height: 60): invalid request'

test.each([
  [EMPTY, 7, 20, 'pruned'],
  [EMPTY, 18, 20, 'pruned'],
  // The same words for a height that is not there yet, and for the newest, whose state may come a moment later.
  [EMPTY, 7, 61, 'abci'],
  [EMPTY, 18, 60, 'abci'],
  [VERSION, 18, 20, 'pruned'],
  [VERSION, 18, 61, 'abci'],
  ['no such store: nothing: unknown request', 4, 20, 'abci'],
  ['query path /store/staking/key is disabled', 1, 20, 'abci'],
])('R84: %s (code %i) of height %i is %s', async (log, code, height, kind) => {
  const { node } = nodeThatSays({ log, code })
  expect(await failureOf(node.storeValues([validatorKey(OPERATOR)], height))).toBe(kind)
  // The lists are asked for in other words, and are distinguished alike.
  expect(await failureOf(node.stakingValidators(height))).toBe(kind)
})

test('R81: code 0 and null without a proof is an answer that proves nothing', async () => {
  const { node } = nodeThatSays({ log: 'version does not exist' })
  const [claim] = await node.storeValues([validatorKey(OPERATOR)], 20)
  expect(claim).toMatchObject({ value: null, ops: [] })
  expect(() => claim && checkState({ ...claim, appHash: '' })).toThrow('there is no proof')
})

test('R104: of questions to a module each has an answer of its own, or its own failure', async () => {
  const log = 'rpc error: code = InvalidArgument desc = voter: x not found for proposal: 5: invalid request'
  const queries = Array.from({ length: 12 }, () => ({ path: '/a.Query/B', request: Uint8Array.of(8, 5) }))
  const good = nodeThatSays({ value: Uint8Array.of(1, 2) })
  expect(await good.node.moduleAnswers(queries, 53)).toEqual(
    queries.map(() => ({ ok: true, value: Uint8Array.of(1, 2) })),
  )
  const bad = await nodeThatSays({ code: 18, log }).node.moduleAnswers(queries.slice(0, 1), 53)
  expect(bad[0]).toMatchObject({ ok: false, error: { kind: 'abci', code: 18, host: 'one.example' } })
  expect(bad[0]?.ok === false && bad[0].error.message).toContain('not found for proposal: 5')
  const late = await nodeThatSays({ value: Uint8Array.of(1), height: 52 }).node.moduleAnswers(queries, 53)
  expect(late.map((one) => !one.ok && one.error.kind)).toEqual(queries.map(() => 'schema'))
})
