import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { walkChain } from '../chain/walk-chain.ts'
import { haltOf } from '../demo-networks.ts'
import type { NetworkProfile } from '../network-profile.ts'
import { createSimChain } from '../sim-chain.ts'
import { ENDS_AFTER, keepOutages, type PastOutage } from './outages.ts'
import { alertOfHalt, alertsAbout, type PastAlert, whoWasJailed } from './past-alerts.ts'
import { comparePast, type PastEvent } from './past-events.ts'
import { keepSamples, looksUntil, type PastBucket, pastDepths, sampleOf } from './past-samples.ts'

interface PastInput {
  seed: string
  /** The first one is the network whose validators are followed, and whose past is the closest. */
  profiles: readonly NetworkProfile[]
  /** Whose alerts these are; null: nobody's. */
  email: string | null
  /** Unix ms. */
  now: number
}

const DAY = 86_400_000
/** In the timelines, outages of so many blocks and more. */
const SHOWN_OUTAGE = 10
/** The product reads the last 300 blocks itself, and the last look was up to a few minutes ago. */
const READ_ANEW = 400

/**
 * Writes what the simulated chains were in the last 30 days, as somebody who watched them would tell it: a file that the
 * product imports (`roundsman import`). The same seed and time give the same file.
 */
export function writePast(file: string, { seed, profiles, email, now }: PastInput): void {
  const part = `${file}.new`
  const descriptor = openSync(part, 'w', 0o600)
  let lines = 0
  let text = ''
  const flush = () => {
    writeSync(descriptor, text)
    text = ''
  }
  const write = (line: object) => {
    text += `${JSON.stringify(line)}\n`
    lines += 1
    if (text.length > 1_000_000) flush()
  }
  write({ roundsman_past: 1 })
  for (const { blockchainId, chainId } of profiles)
    write({ network: { blockchain_id: blockchainId, chain_id: chainId } })
  for (const [place, profile] of profiles.entries())
    writeNetwork(pastOf(seed, profile, now, place === 0), email, write)
  write({ end: { lines } })
  flush()
  closeSync(descriptor)
  renameSync(part, file)
}

interface NetworkPast {
  profile: NetworkProfile
  /** Those of the roster that there were, with when they left. */
  validators: {
    index: number
    operator: string | null
    consensus: string
    moniker: string | null
    leftAt: number | null
  }[]
  buckets: PastBucket[]
  events: (PastEvent & { at: number })[]
  outages: PastOutage[]
  alerts: PastAlert[]
}

function pastOf(seed: string, profile: NetworkProfile, now: number, isFollowed: boolean): NetworkPast {
  const haltedSince = haltOf(now)[profile.blockchainId]
  const clock = { now: () => now }
  const chain = createSimChain({
    profile,
    seed,
    clock,
    ...(haltedSince === undefined ? {} : { haltedSince }),
  })
  const {
    chain: { world, roster },
    timeline,
  } = chain.view()
  const looks = looksUntil(now, now - pastDepths.whole.quarters)
  const from = Math.max(1, timeline.heightAt(looks[0] ?? now))
  const start = timeline.timeOf(from)
  const buckets: PastBucket[] = []
  const events: (PastEvent & { at: number })[] = []
  const outages = keepOutages(roster.length, timeline.timeOf)
  const compare = comparePast((event) => events.push({ ...event, at: timeline.timeOf(event.height) }))
  const there = new Set<number>()
  const walk = walkChain(world, from, {
    happened(state) {
      for (const [index, record] of state.validators.entries()) if (record !== null) there.add(index)
      // A chain without x/staking says nothing of its validators but who votes.
      if (profile.staking !== null) compare(state)
    },
    missed: outages.missed,
  })
  const samples = keepSamples(now, isFollowed ? pastDepths.whole : pastDepths.charts, (bucket) =>
    buckets.push(bucket),
  )
  for (const at of looks) {
    walk.to(Math.max(from, timeline.heightAt(at)))
    samples.look(at, sampleOf(world, walk.state()))
  }
  const recent = events.filter(({ at }) => at > start)
  const known = timeline.heightAt(now) - READ_ANEW
  const ended = outages
    .end()
    .filter((outage) => outage.from > start && outage.lastHeight + ENDS_AFTER < known)
  const gone = new Map(
    recent.flatMap(({ kind, index, at }) => (kind === 'removed' ? [[index, at] as const] : [])),
  )
  const jailed = isFollowed ? whoWasJailed(recent, now) : null
  const misser = profile.activity.steadyMisser
  const followed = isFollowed ? [jailed, misser].filter((index) => index !== null) : []
  return {
    profile,
    validators: roster.flatMap((entry) => {
      const { index, operatorAddress, consensusHex, moniker } = entry
      if (!there.has(index)) return []
      const isThere = walk.state().validators[index] !== null
      return [
        {
          ...{ index, consensus: consensusHex, leftAt: isThere ? null : (gone.get(index) ?? start) },
          operator: profile.staking === null ? null : operatorAddress,
          moniker: profile.staking === null ? null : moniker,
        },
      ]
    }),
    buckets,
    events: recent,
    outages: ended,
    alerts: [
      ...alertsAbout(followed, recent, ended, timeline.timeOf),
      ...(haltedSince === undefined || haltedSince < now - 30 * DAY ? [] : [alertOfHalt(haltedSince)]),
    ],
  }
}

function writeNetwork(past: NetworkPast, email: string | null, write: (line: object) => void): void {
  const { profile, validators, buckets, events, outages, alerts } = past
  const blockchain = { blockchain_id: profile.blockchainId }
  const places = validators.map(({ index }) => index)
  const addresses = new Map(
    validators.map(({ index, operator, consensus }) => [index, operator ?? consensus]),
  )
  for (const { operator, consensus, moniker, leftAt } of validators) {
    const left = leftAt === null ? {} : { left_at: timeText(leftAt) }
    write({
      validator: {
        ...blockchain,
        operator_address: operator,
        consensus_address: consensus,
        moniker,
        ...left,
      },
    })
  }
  for (const { step, at, ...metrics } of buckets) {
    const values = Object.entries(metrics).map(([name, all]) => [
      name,
      places.map((index) => all[index] ?? null),
    ])
    write({ samples: { ...blockchain, step, at: timeText(at), ...(Object.fromEntries(values) as object) } })
  }
  const timeline = [
    ...events.map(({ index, at, ...event }) => ({ index, at, event })),
    ...outages.flatMap(({ index, blocks, firstHeight, lastHeight, from, to }) => {
      if (blocks < SHOWN_OUTAGE) return []
      const outage = {
        blocks,
        first_height: firstHeight,
        last_height: lastHeight,
        from: timeText(from),
        to: timeText(to),
      }
      return [
        { index, at: to, event: { kind: 'outage', height: lastHeight, before: null, after: null, outage } },
      ]
    }),
  ].sort((a, b) => a.at - b.at)
  for (const { index, at, event } of timeline)
    write({ event: { ...blockchain, validator: addresses.get(index), at: timeText(at), ...event } })
  if (email === null) return
  for (const { index, at, ended_at: end, acknowledged_at: seen, ...alert } of alerts) {
    const times = {
      at: timeText(at),
      ended_at: end && timeText(end),
      acknowledged_at: seen && timeText(seen),
    }
    write({
      alert: {
        email,
        ...blockchain,
        validator: index === null ? null : addresses.get(index),
        ...alert,
        ...times,
      },
    })
  }
}

function timeText(at: number): string {
  return new Date(at).toISOString()
}
