import { goVersion } from '../../../realchain/src/localnet/node-binary.ts'
import { statusLoop } from '../baselines/status-loop.ts'
import type { Benchmark, Figure } from '../benchmark.ts'
import type { Chains } from '../chains.ts'
import { keepFirst } from '../delays.ts'
import { startProduct } from '../product.ts'
import { quantile } from '../quantile.ts'
import { plainLoop } from '../race.ts'
import { realChain } from '../real-chain.ts'
import { startSmsProvider, type TakenSms } from '../sms-provider.ts'
import { type MissedInARow, type Subscriber, subscribeToAll } from '../subscribers.ts'

const seconds = 90
/** Until every validator is known, of ten networks at once later than of one. */
const knownMs = { one: 20_000, ten: 60_000 }
/** Until what was missed meanwhile is over. */
const settledMs = 20_000
/** What comes so long after a message to the same number waits, and goes as one (rule D40). */
const bundledMs = 15_000
const truthPauseMs = 20
const plainPauseMs = 1_000
/** A validator of the real chain stands for some blocks of half a second, then signs again. */
const [standsMs, signsMs] = [3_500, 11_000]

interface Race {
  source: number | Chains
  inARow: readonly MissedInARow[]
}

/**
 * How long from the moment at which an endpoint shows the commit with a missed block to the request at the provider, for
 * what goes alone; and to the plain loop seeing that commit.
 */
async function race({ source, inARow }: Race): Promise<{ ours: number[]; loop: number[] }> {
  const taken: TakenSms[] = []
  const provider = await startSmsProvider(0, (sms) => taken.push(sms))
  const product = await startProduct({ source, environment: provider.environment, ...networksOf(source) })
  try {
    await pause(typeof source === 'number' ? knownMs.ten : knownMs.one)
    let subscribers = new Map<string, Subscriber>()
    await product.whileStopped(async (dataDir) => {
      subscribers = await subscribeToAll(dataDir, inARow)
    })
    if (subscribers.size === 0) throw new Error('no validator was known in time, so nobody would be notified')
    await pause(settledMs)
    const stop = AbortSignal.timeout(seconds * 1000)
    const networks = [...new Set([...subscribers.values()].map(({ networkId }) => networkId))]
    const seen = new Map(
      networks.map((id) => [id, { truth: new Map<number, number>(), loop: new Map<number, number>() }]),
    )
    const watching = [...seen].flatMap(([id, { truth, loop }]) => {
      const endpoint = product.endpoints[String(id)]?.[0] ?? ''
      return [
        statusLoop(endpoint, truthPauseMs, stop, keepFirst(truth)),
        statusLoop(endpoint, plainPauseMs, stop, keepFirst(loop)),
      ]
    })
    await Promise.all([...watching, disturb(source, stop)])
    const bundledUntil = new Map<string, number>()
    const found = taken.flatMap(({ to, text, at }) => {
      const height = Number(/ block ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '') ?? Number.NaN)
      const known = seen.get(subscribers.get(to)?.networkId ?? -1)
      // With the next block the commit is there that says who missed this one.
      const [visible, sighted] = [known?.truth.get(height + 1), known?.loop.get(height + 1)]
      const until = bundledUntil.get(to) ?? Number.NEGATIVE_INFINITY
      // Also after alerts sent before anybody polled the endpoint, which cannot be measured themselves.
      bundledUntil.set(to, at + bundledMs)
      if (visible === undefined || sighted === undefined || visible < until) return []
      return [{ ours: at - visible, loop: sighted - visible }]
    })
    return { ours: found.map(({ ours }) => ours), loop: found.map(({ loop }) => loop) }
  } finally {
    await product.stop()
    provider.stop()
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const networksOf = (source: number | Chains) => (typeof source === 'number' ? {} : { networks: [1] })

/** Lets the validators of a real chain miss, one after the other. */
async function disturb(source: number | Chains, stop: AbortSignal): Promise<void> {
  if (typeof source === 'number') return
  for (let turn = 1; !stop.aborted; turn += 1) {
    const validator = 1 + (turn % 3)
    await source.setRunning?.(validator, false)
    await pause(standsMs)
    await source.setRunning?.(validator, true)
    await pause(signsMs)
  }
}

function figuresOf(name: string, { ours, loop }: { ours: number[]; loop: number[] }): Figure[] {
  const ms = (what: string, delays: readonly number[], share: number): Figure => ({
    name: `${name}: ${what}`,
    value: quantile(delays, share),
    unit: 'ms',
  })
  return [
    ms('commit visible to the request at the provider, median', ours, 0.5),
    ms('p99', ours, 0.99),
    ms('/status loop sees the commit, median', loop, 0.5),
    ms('/status loop, p99', loop, 0.99),
    { name: `${name}: SMS measured`, value: ours.length, unit: 'SMS' },
  ]
}

export const missToPhone: Benchmark = {
  name: 'miss-to-phone',
  question:
    'How long from a missed block that an endpoint shows to the request for the SMS at the provider, ten networks at once, and on a real chain?',
  baseline: plainLoop,
  async run() {
    const simulated = await race({ source: 4, inARow: [1] })
    const isReal = (await goVersion()) !== null
    const real = isReal ? await race({ source: await realChain(), inARow: [1, 3, 5] }) : null
    const ratio = ({ ours, loop }: { ours: number[]; loop: number[] }) =>
      quantile(ours, 0.5) / quantile(loop, 0.5)
    return {
      figures: [
        ...figuresOf('ten simulated networks', simulated),
        ...(real === null ? [] : figuresOf('real chain', real)),
      ],
      ratios: [
        { name: 'ten simulated networks: ours to the loop, median', value: ratio(simulated), unit: 'x' },
        ...(real === null
          ? []
          : [{ name: 'real chain: ours to the loop, median', value: ratio(real), unit: 'x' }]),
      ],
      remarks: [
        'The loop only sees the block; ours proves it, decides, stores, composes the text and asks the provider for the SMS.',
        'The simulated networks go at four times their pace. What waits for 15 s because its number has just received something (D40) is left out: it waits on purpose.',
        ...(isReal ? [] : ['There is no Go on this machine, which the real chain needs.']),
      ],
    }
  },
}
