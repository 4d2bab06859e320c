import type { FaultPlan } from '@roundsman/simnet/faults'
import type { Simnet } from '@roundsman/simnet/serve'
import { systemClock } from '../../../platform/clock.ts'
import { type DayFault, faultsOf } from './day-faults.ts'
import { type Day, judge, type Verdict } from './day-oracle.ts'
import { scriptOf } from './day-script.ts'
import { type DaySite, type DaySiteOptions, openDaySite } from './day-site.ts'
import { truthOf } from './day-truth.ts'

interface DayOptions extends DaySiteOptions {
  minutes: number
  /** How many times as long as on a machine of its own it may take until somebody is told. Default 1. */
  tolerance?: number
  /** Told what happens as it happens. */
  say(line: string): void
}

export interface DayReport extends Verdict {
  /** What was broken, and how often. */
  faults: Readonly<Record<string, number>>
  blocks: number
}

/** Before the first thing happens, and after the last one: what is seen first tells nobody, what is told last takes a while. */
const leadMs = 10_000
const afterMs = 60_000
/** Less than after which a chain that stands is told of. */
const toldMs = 20_000
/** Longer than that half of all alerts take only where blocks come faster than the machine can read them. */
const slowMs = 20_000
/** Only ends what hangs. */
const mostMs = 600_000

/** A day of ten networks at 24 times their pace, in minutes, with what breaks around the product; and what was told of it. */
export async function runDay({ minutes, tolerance = 1, say, ...options }: DayOptions): Promise<DayReport> {
  // A stake is known to have changed from the second hour on (E16): until then nothing of it may be told.
  if (minutes > 60) throw new RangeError('a day has an hour at most')
  const { seed } = options
  const site = await openDaySite(options)
  try {
    say('the chains are ready')
    await until(() => site.isFollowing())
    const from = systemClock.now() + leadMs
    const ends = systemClock.now() + minutes * 60_000 - afterMs
    const first = new Map(site.networks.map(({ id, chain }) => [id, chain.height() + 1]))
    for (const network of site.networks)
      for (const event of scriptOf({ seed, network, from, until: ends })) network.chain.apply(event)
    const parts = { programs: site.programs.length, hasServer: site.postgres !== null }
    const planned = faultsOf({ seed, networks: site.networks, from, until: ends, ...parts })
    say(`everything is followed; ${planned.length} faults to come`)
    const faults = await breakThings(site, planned, say)
    await systemClock.sleep(Math.max(0, ends + afterMs - systemClock.now()))
    // From now on nothing happens any more, so that what was told can be looked at in peace.
    for (const { chain } of site.networks) chain.halt()
    const endedAt = systemClock.now()
    const last = new Map(site.networks.map(({ id, chain }) => [id, chain.height()]))
    await systemClock.sleep(toldMs)
    const unfinished = await until(() => site.isOver()).then(
      () => [],
      // An hour of findings is worth more than this one.
      (error: unknown) => [String(error)],
    )
    const lookedAt = systemClock.now()
    const history = await site.history()
    const calls = [...site.hooks.calls]
    const truths = site.networks.flatMap((network) =>
      truthOf(network, first.get(network.id) ?? 1, last.get(network.id) ?? 1),
    )
    const sms = site.twilio.taken.map(({ form }) => ({ to: form['To'] ?? '', body: form['Body'] ?? '' }))
    const day: Day = { truths, calls, faults, history, sms, endedAt, lookedAt, tolerance }
    const counts: Record<string, number> = {}
    for (const { what } of faults) counts[what] = (counts[what] ?? 0) + 1
    const blocks = [...last].reduce((sum, [id, height]) => sum + height - (first.get(id) ?? 0), 0)
    const verdict = judge(day)
    verdict.findings.push(...unfinished)
    for (const words of site.endedByThemselves) verdict.findings.push(`a program ended by itself: ${words}`)
    const median =
      [...verdict.lateWhenWell].sort((a, b) => a - b)[Math.floor(verdict.lateWhenWell.length / 2)] ?? 0
    if (median > slowMs)
      verdict.findings.unshift(
        `this machine is too slow: with nothing broken it took ${Math.round(median / 1000)} s; what follows may come of that`,
      )
    return { ...verdict, faults: counts, blocks }
  } finally {
    await site.close()
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const from = systemClock.monotonic()
  while (!(await isSo().catch(() => false))) {
    if (systemClock.monotonic() - from > mostMs)
      throw new Error(`it is not so after ${mostMs / 1000} s: ${isSo.toString()}`)
    await systemClock.sleep(500)
  }
}

/** Breaks and mends, each at its time; gives the faults with the times at which they really were. */
async function breakThings(
  site: DaySite,
  planned: readonly DayFault[],
  say: (line: string) => void,
): Promise<DayFault[]> {
  const faults: DayFault[] = []
  const plans = createEndpointPlans(site.simnet)
  const running = planned.map(async (fault) => {
    await systemClock.sleep(Math.max(0, fault.from - systemClock.now()))
    const from = systemClock.now()
    if (fault.what !== 'endpoint') say(wordsOf(fault))
    await withFault(site, plans, fault, () => systemClock.sleep(Math.max(0, fault.until - systemClock.now())))
    faults.push({ ...fault, from, until: systemClock.now() })
  })
  await Promise.all(running)
  return faults.sort((a, b) => a.from - b.from)
}

function wordsOf(fault: DayFault): string {
  const seconds = `${Math.round((fault.until - fault.from) / 1000)} s`
  switch (fault.what) {
    case 'endpoint':
    case 'away':
      return `network ${fault.network}: ${fault.what} (${fault.plan.map(({ kind }) => kind).join()}), ${seconds}`
    case 'process':
      return `${fault.how} of ${fault.which === null ? 'everything' : `program ${fault.which}`}, ${seconds}`
    case 'database':
      return `database: ${fault.how}, ${seconds}`
    default:
      return `${fault.what}: ${fault.manner}, ${seconds}`
  }
}

async function withFault(
  site: DaySite,
  plans: EndpointPlans,
  fault: DayFault,
  wait: () => Promise<void>,
): Promise<void> {
  const { hooks, twilio } = site
  switch (fault.what) {
    case 'endpoint':
      return plans.during(fault.network, fault.endpoint, fault.plan, wait)
    case 'away':
      return plans.during(fault.network, 'all', fault.plan, wait)
    case 'process':
      return withProcessFault(site, fault, wait)
    case 'database':
      return withDatabaseFault(site, fault, wait)
    case 'hooks':
      hooks.behave(fault.manner)
      await wait()
      return hooks.behave('good')
    case 'twilio':
      twilio.mishaps.push('lost', 20500, 'refused', 'garbage', 20429, 'lost', 20503)
      await wait()
      twilio.mishaps.length = 0
  }
}

const endpoints = ['a', 'b', 'c'] as const

type EndpointPlans = ReturnType<typeof createEndpointPlans>

/** What is wrong with each endpoint: while all of a network are away, that, whatever else would be wrong with one. */
function createEndpointPlans({ setFaults }: Pick<Simnet, 'setFaults'>) {
  const known = new Map<string, FaultPlan>()
  const set = (network: number, endpoint: string, plan: FaultPlan) => {
    known.set(`${network} ${endpoint}`, plan)
    for (const name of endpoints) {
      const all = known.get(`${network} all`) ?? []
      setFaults(network, name, all.length > 0 ? all : (known.get(`${network} ${name}`) ?? []))
    }
  }
  return {
    async during(
      network: number,
      endpoint: string,
      plan: FaultPlan,
      wait: () => Promise<void>,
    ): Promise<void> {
      set(network, endpoint, plan)
      await wait()
      set(network, endpoint, [])
    },
  }
}

async function withProcessFault(
  { programs, startProgram }: DaySite,
  { how, which }: Extract<DayFault, { what: 'process' }>,
  wait: () => Promise<void>,
): Promise<void> {
  const places = [...programs.keys()].filter((place) => which === null || place === which)
  const those = places.flatMap((place) => programs[place] ?? [])
  for (const { process } of those) process.child.kill(how)
  if (how === 'SIGSTOP') {
    await wait()
    for (const { process } of those) process.child.kill('SIGCONT')
    return
  }
  for (const place of places) programs[place] = null
  await Promise.all(those.map(({ process }) => process.ended))
  await wait()
  for (const place of places) await startProgram(place)
}

async function withDatabaseFault(
  { postgres, gate }: DaySite,
  { how }: Extract<DayFault, { what: 'database' }>,
  wait: () => Promise<void>,
): Promise<void> {
  if (how === 'stop' || how === 'kill') {
    await postgres?.restart(how)
    return
  }
  if (how === 'slow') gate?.slowDown(100)
  else gate?.cut()
  await wait()
  gate?.slowDown(0)
  gate?.heal()
}
