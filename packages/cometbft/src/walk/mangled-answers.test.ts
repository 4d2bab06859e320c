import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { ChainReadError } from '../errors.ts'
import { createEndpointPool } from '../pool/endpoint-pool.ts'
import { createNodeClient, type NodeClient } from '../rpc/node-client.ts'
import { createRpcClient } from '../rpc/rpc-client.ts'
import { readChainState } from '../state/chain-state.ts'
import { captureMessage, captureText } from '../testing/capture.ts'
import { createFakeNetwork } from '../testing/fake-network.ts'
import { changeLater, laterChange, mangledBytes, mangledJson } from '../testing/mangle.ts'
import { createManualClock } from '../testing/manual-clock.ts'
import { trustOf } from '../testing/proven-walker.ts'
import { walk } from './block-walk.ts'
import { createSetCache } from './proven-sets.ts'

// Many runs on a busy machine take longer than vitest's default allows.
vi.setConfig({ testTimeout: 60_000 })

// fast-check prints seed and path of a run that fails; `fc.assert(…, { seed, path })` runs it again.

const clock = createManualClock()

function nodeAnswering(answer: () => Response): NodeClient {
  const rpc = createRpcClient({
    url: 'https://mangled.example/key-0123456789',
    fetch: () => Promise.resolve(answer()),
    clock,
    timeoutSignal: clock.timeoutSignal,
  })
  return createNodeClient(rpc, { expectChainId: () => 'real-1' })
}

/** Nothing but an answer or a typed error that names the host and no more of the address. */
async function expectTyped(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    expect(error).toBeInstanceOf(ChainReadError)
    if (error instanceof ChainReadError) {
      expect(error.message).toContain('mangled.example')
      expect(error.message).not.toContain('key-0123456789')
      expect(error.message.length).toBeLessThan(500)
    }
  }
}

const questions: Record<string, (node: NodeClient) => Promise<unknown>> = {
  status: (node) => node.status(),
  commit: (node) => node.commit(19),
  commits: (node) => node.commits(18, 20),
  validatorSet: (node) => node.validatorSet(19),
  stakingValidators: (node) => node.stakingValidators(36),
  stakingPool: (node) => node.stakingPool(36),
  stakingParams: (node) => node.stakingParams(35),
  signingInfos: (node) => node.signingInfos(36),
  slashingParams: (node) => node.slashingParams(35),
  state: (node) => readChainState(node, 19),
}

const CAPTURES: Record<string, string> = {
  status: 'status-live',
  commit: 'commit-one-absent',
  commits: 'commit-one-absent',
  validatorSet: 'validators-one-absent',
  stakingValidators: 'abci-validators-one-jailed',
  stakingPool: 'abci-pool',
  stakingParams: 'abci-staking-params',
  signingInfos: 'abci-signing-infos-one-jailed',
  slashingParams: 'abci-slashing-params',
  state: 'commit-one-absent',
}

const names = Object.keys(questions)
const ask = (name: string, node: NodeClient) => questions[name]?.(node) ?? Promise.resolve()

test.each(names)('R50: %s on an answer with changed, lost or doubled fields', async (name) => {
  const answer: unknown = JSON.parse(captureText('cosmos-sdk-0.53', CAPTURES[name] ?? ''))
  await fc.assert(
    fc.asyncProperty(mangledJson(answer), fc.boolean(), async (mangled, inBatch) => {
      const body = JSON.stringify(inBatch ? [mangled, mangled] : mangled)
      await expectTyped(
        ask(
          name,
          nodeAnswering(() => new Response(body)),
        ),
      )
    }),
    { numRuns: 150 },
  )
})

test.each(names)('R50: %s on any text, any status, any cut', async (name) => {
  const whole = captureText('cosmos-sdk-0.53', CAPTURES[name] ?? '')
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.nat({ max: whole.length }).map((at) => whole.slice(0, at)),
  )
  const status = fc.constantFrom(200, 201, 301, 400, 403, 404, 429, 500, 502, 503)
  await fc.assert(
    fc.asyncProperty(text, status, async (body, code) => {
      await expectTyped(
        ask(
          name,
          nodeAnswering(() => new Response(body, { status: code })),
        ),
      )
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['stakingValidators', 'abci-validators-one-jailed', 36],
  ['stakingPool', 'abci-pool', 36],
  ['stakingParams', 'abci-staking-params', 35],
  ['signingInfos', 'abci-signing-infos-one-jailed', 36],
  ['slashingParams', 'abci-slashing-params', 35],
])('R50: %s on mangled protobuf', async (name, capture, height) => {
  await fc.assert(
    fc.asyncProperty(mangledBytes(captureMessage('cosmos-sdk-0.53', capture)), async (bytes) => {
      const response = { code: 0, value: Buffer.from(bytes).toString('base64'), height: String(height) }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { response } })
      await expectTyped(
        ask(
          name,
          nodeAnswering(() => new Response(body)),
        ),
      )
    }),
    { numRuns: 250 },
  )
})

test('R51: a pool and a walk over endpoints that change whatever they like', async () => {
  const network = createFakeNetwork({ endpoints: [{}, {}], blocks: 40 })
  let read = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.array(laterChange(), { minLength: 1, maxLength: 24 }), async (script) => {
      let turn = 0
      const pool = createEndpointPool({
        urls: network.net.urls,
        chainId: null,
        fetch: async (url, init) => {
          const answer: unknown = await (await network.net.fetch(url, init)).json()
          return new Response(JSON.stringify(changeLater(answer, script[turn++ % script.length] ?? null)))
        },
        clock: network.clock,
        timeoutSignal: network.clock.timeoutSignal,
        random: () => 0.5,
      })
      await pool.probe()
      await pool.idle()
      const request = {
        pool,
        sets: createSetCache(),
        from: 10,
        limit: 15,
        previousHash: null,
        trusted: null,
        trust: trustOf(network.clock),
      }
      const attempts = [walk(request), pool.use((node) => readChainState(node, 10))]
      for (const outcome of await Promise.allSettled(attempts)) {
        if (outcome.status === 'fulfilled') read++
        else {
          refused++
          expect(outcome.reason).toBeInstanceOf(ChainReadError)
        }
      }
    }),
    { numRuns: 300 },
  )
  // The fuzz did work: some got through, some did not.
  expect(Math.min(read, refused)).toBeGreaterThan(20)
})
