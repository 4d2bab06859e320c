import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSimChain } from '../sim-chain.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { profileOf } from '../testing/small-chain.ts'
import { keepOutages } from './outages.ts'
import { writePast } from './write-past.ts'

const now = Date.UTC(2026, 10, 26, 2, 17, 31)
const hour = 3_600_000
const profiles = [profileOf(7), profileOf(9)]
const folder = mkdtempSync(path.join(tmpdir(), 'roundsman-past-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Samples {
  blockchain_id: number
  step: number
  at: string
  uptime: (number | null)[]
  power: (number | null)[]
}
interface Line {
  validator?: { blockchain_id: number; consensus_address: string; operator_address: string }
  samples?: Samples
  event?: {
    blockchain_id: number
    kind: string
    at: string
    height: number
    validator: string
    outage?: { blocks: number; from: string; last_height: number }
  }
  alert?: { setting_id: number; validator: string; at: string; email: string }
  end?: { lines: number }
}

let text = ''
let lines: Line[] = []
beforeAll(() => {
  text = written('first')
  lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}, 60_000)

function written(name: string): string {
  const file = path.join(folder, name)
  writePast(file, { seed: 'past', profiles, email: 'ada@example.org', now })
  return readFileSync(file, 'utf8')
}

const samplesOf = (id: number, step: number) =>
  lines.flatMap(({ samples }) => (samples?.blockchain_id === id && samples.step === step ? [samples] : []))

it('N44: the same seed and time give the same file, whole', () => {
  expect(written('second') === text).toBe(true)
  expect(lines.at(-1)).toEqual({ end: { lines: lines.length - 1 } })
}, 60_000)

it.each([
  [7, 14_400, 180],
  [9, 14_400, 180],
  [7, 3_600, 190],
  [7, 600, 8 * 144 - 1],
  [9, 600, 144],
  [7, 25, 140],
])('N44: network %i has every bucket of %i seconds up to now', (id, step, least) => {
  const samples = samplesOf(id, step)
  expect(samples.length).toBeGreaterThanOrEqual(least)
  const times = samples.map(({ at }) => Date.parse(at))
  expect(times.at(-1)).toBe(Math.floor(now / (step * 1_000)) * step * 1_000 - step * 1_000)
  expect(times.slice(1).every((at, index) => at - (times[index] ?? 0) === step * 1_000)).toBe(true)
})

it('N44: samples are what the chain was at that time', () => {
  const validators = lines.flatMap(({ validator }) => (validator?.blockchain_id === 9 ? [validator] : []))
  for (const sample of samplesOf(9, 600).slice(-20)) {
    const at = Date.parse(sample.at) + 599_000
    const { chain, timeline } = createSimChain({
      seed: 'past',
      profile: profileOf(9),
      clock: manualClock(now),
    }).view()
    const state = chain.history.at(timeline.heightAt(at))
    const { signedBlocksWindow: window = 1 } = chain.profile.staking?.slashing ?? {}
    for (const [place, { consensus_address: address }] of validators.entries()) {
      const { index } = chain.roster.find(({ consensusHex }) => consensusHex === address) ?? { index: -1 }
      const member = state.set.members.find((one) => one.index === index)
      const info = state.infos[index]
      expect(sample.power[place]).toBe(Number(member?.power ?? 0))
      if (member && info && info.indexOffset > 0)
        expect(sample.uptime[place]).toBeCloseTo(1 - info.missed / Math.min(window, info.indexOffset), 5)
    }
  }
}, 60_000)

it('N44: alerts are about who was jailed within a week, and are where the timeline has it', () => {
  const alerts = lines.flatMap(({ alert }) => alert ?? [])
  const jailed = alerts.filter(({ setting_id: id }) => id === 2011)
  expect(jailed.length).toBeGreaterThan(0)
  for (const { validator, at, email } of jailed) {
    expect(email).toBe('ada@example.org')
    const found = lines.some(
      ({ event }) => event?.kind === 'jailed' && event.validator === validator && event.at === at,
    )
    expect(found).toBe(true)
  }
})

it('N44: when a commission was last changed its chain says as the past does', () => {
  const { chain, timeline } = createSimChain({
    seed: 'past',
    profile: profileOf(9),
    clock: manualClock(now),
  }).view()
  const state = chain.history.at(timeline.heightAt(now))
  const changes = new Map(
    lines.flatMap(({ event }) =>
      event?.kind === 'commission_changed' && event.blockchain_id === 9
        ? [[event.validator, event.at] as const]
        : [],
    ),
  )
  const ofChain = chain.roster.flatMap(({ index, operatorAddress }) => {
    const setAt = state.validators[index]?.commissionSetAt
    return changes.has(operatorAddress) && setAt !== undefined
      ? [[operatorAddress, new Date(setAt).toISOString()] as const]
      : []
  })
  expect(ofChain.length).toBeGreaterThan(3)
  expect(ofChain).toEqual(ofChain.map(([validator]) => [validator, changes.get(validator)]))
})

it('N44: an outage that goes on, or that the product sees itself, is none of the past', () => {
  const [long] = lines
    .flatMap(({ event }) => (event?.blockchain_id === 9 && event.outage ? [event] : []))
    .toSorted((a, b) => (b.outage?.blocks ?? 0) - (a.outage?.blocks ?? 0))
  const [began, ended] = [Date.parse(long?.outage?.from ?? ''), Date.parse(long?.at ?? '')]
  for (const during of [(began + ended) / 2, ended + 120_000]) {
    const file = path.join(folder, 'during')
    writePast(file, { seed: 'past', profiles: [profileOf(9)], email: null, now: during })
    const outages = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => (JSON.parse(line) as Line).event ?? [])
      .filter(({ outage }) => outage !== undefined)
    expect(outages.length).toBeGreaterThan(0)
    const ofIt = outages.filter(({ validator }) => validator === long?.validator)
    expect(ofIt.filter(({ at }) => Date.parse(at) > began)).toEqual([])
  }
}, 60_000)

it('N44: three in a row begin an outage, ten that were signed end it', () => {
  const outages = keepOutages(3, (height) => height * 1_000)
  for (const height of [10, 11, 20, 21, 22, 30, 43, 44, 45]) outages.missed(height, [1])
  for (const height of [10, 12, 14, 16]) outages.missed(height + 100, [2])
  expect(outages.end().map(({ index, blocks, from, to }) => [index, blocks, from, to])).toEqual([
    [1, 4, 20_000, 30_000],
    [1, 3, 43_000, 45_000],
  ])
})

it('N44: without an address there are no alerts', () => {
  const file = path.join(folder, 'nobody')
  writePast(file, { seed: 'past', profiles: [profileOf(9)], email: null, now: now - hour })
  expect(readFileSync(file, 'utf8')).not.toContain('"alert"')
}, 60_000)
