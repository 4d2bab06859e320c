import { decodeCommit, decodeValidatorsPage } from '@roundsman/cometbft/cometbft.decode'
import { asTrusted, checkSet, proveBlocks } from '@roundsman/cometbft/proof/block-proof'
import { hashWith } from '@roundsman/cometbft/proof/sha256'
import { type CheckSignature, createCheckSignature } from '@roundsman/cometbft/proof/signature'
import type { Trusted } from '@roundsman/cometbft/proof/trusted'
import { networkProfiles } from '@roundsman/simnet/network-profiles.data'
import { answer } from '@roundsman/simnet/rpc/answer'
import { plainLens } from '@roundsman/simnet/rpc/chain-lens'
import { createSimChain } from '@roundsman/simnet/sim-chain'
import { createNativeSignatures, nativeSha256 } from '../../apps/server/src/platform/native-signatures.ts'

// What reading one followed block costs, with and without its proof. Usage: tsx bench/src/proof-loop.ts <validators> <blocks>
const [validators, blocks] = process.argv.slice(2).map(Number)
if (validators === undefined || blocks === undefined)
  throw new Error('usage: proof-loop.ts <validators> <blocks>')

const base = networkProfiles.find(({ slug }) => slug === 'celestia')
if (base === undefined) throw new Error('the simulation has no Celestia')
let now = Date.UTC(2026, 0, 1)
const chain = createSimChain({
  profile: { ...base, validators },
  seed: 'proof-cost',
  clock: { now: () => now },
  natural: false,
  firstTime: now,
})
now = chain.shownAt(2)

/** What following needs at one moment: the newest canonical commit, what the node has seen of the newest block, its set. */
interface BlockAnswers {
  canonical: string
  seen: string
  set: string
}

const answersByBlock: BlockAnswers[] = []
for (let made = 0; made < blocks; made += 1) {
  now = chain.shownAt(chain.height() + 1)
  const lens = plainLens(chain.view())
  const answerOf = (method: string, params: Record<string, unknown>) => answer(lens, 'a', { method, params })
  answersByBlock.push({
    canonical: answerOf('commit', { height: String(lens.latest - 1) }),
    seen: answerOf('commit', {}),
    set: answerOf('validators', { height: String(lens.latest), per_page: '100' }),
  })
}

const check = createCheckSignature(createNativeSignatures())
hashWith(nativeSha256)
const commitOf = (text: string) => decodeCommit(JSON.parse(text))
const prepared = answersByBlock.map(({ set, ...texts }) => ({
  ...texts,
  set: decodeValidatorsPage(JSON.parse(set)).members,
}))

function plain(): void {
  for (const { canonical } of prepared) commitOf(canonical)
}

function proven(by: CheckSignature): void {
  // A set is checked when it is met first, and kept by its hash; the first block of a round pays for it.
  const known = new Set<string>()
  let trusted: Trusted | null = null
  for (const { canonical, seen, set } of prepared) {
    const [settled, last] = [commitOf(canonical), commitOf(seen)]
    const { chainId, validatorsHash } = last.header
    if (!known.has(validatorsHash)) checkSet(set, validatorsHash)
    known.add(validatorsHash)
    proveBlocks({ chainId, signed: [settled, last], set, trusted, previousHash: null, check: by })
    trusted = asTrusted(last, set, { origin: 'FIRST_SEEN', unbondingMs: null })
  }
}

/** Processor time a block, ms; the median of five rounds after one that warms up. */
function cost(round: () => void): number {
  round()
  const rounds = [1, 2, 3, 4, 5].map(() => {
    const start = process.cpuUsage()
    round()
    const used = process.cpuUsage(start)
    return (used.user + used.system) / 1_000 / prepared.length
  })
  return rounds.sort((a, b) => a - b)[2] ?? 0
}

const asked: Parameters<CheckSignature>[] = []
proven((...signature) => {
  asked.push(signature)
  return check(...signature)
})

console.log(
  JSON.stringify({
    plainMs: cost(plain),
    provenMs: cost(() => proven(check)),
    signatures: asked.length / prepared.length,
    signaturesMs: cost(() => {
      for (const signature of asked) check(...signature)
    }),
    bytes: answersByBlock[0]?.canonical.length ?? 0,
  }),
)
