import type { ChainEvent } from '@roundsman/simnet/chain/chain-event'
import { createRandomStream, hashText, type RandomStream } from '@roundsman/simnet/chain/random'
import type { DayNetwork } from './day-networks.ts'

// What happens to the chains of the day, by the seed: one thing after the other in each network, so that what is lost is
// seen by name. Less than a third of the power ever misses one block: no chain goes on without two thirds.

/** Something that happens at a height, and how many blocks and ms of standing still it takes. */
interface Happening {
  events: ChainEvent[]
  blocks: number
  stillMs?: number
}

interface Scene {
  network: DayNetwork
  random: RandomStream
  at: number
  /** A validator that can still sign. */
  someone(): number
  blocksIn(ms: number): number
  /** Long halts are for days that are long enough. */
  isLong: boolean
}

type Scenes = readonly [(scene: Scene) => Happening, ...((scene: Scene) => Happening)[]]

const percent = 10n ** 16n
const pick = <T>(random: RandomStream, from: readonly [T, ...T[]]): T =>
  from[random.whole(0, from.length - 1)] ?? from[0]

const missed = ({ at, random, someone }: Scene): Happening => {
  const blocks = pick(random, [1, 1, 2, 3, 5, 8, 12, 60])
  const events: ChainEvent[] = [{ at, what: 'absent', validator: someone(), blocks }]
  return { events, blocks: blocks + 10 }
}

const flapping = ({ at, someone }: Scene): Happening => {
  const validator = someone()
  const places = [0, 5, 10, 15]
  return {
    events: places.map((place) => ({ at: at + place, what: 'absent', validator })),
    blocks: 30,
  }
}

const missedTogether = ({ at, random, someone }: Scene): Happening => {
  const [one, blocks] = [someone(), random.whole(1, 15)]
  const other = someone()
  return {
    events: [one, other].map((validator) => ({ at, what: 'absent', validator, blocks })),
    blocks: blocks + 10,
  }
}

/** Nothing of it is a missed block: nobody is told anything. */
const harmless = ({ at, random, someone }: Scene): Happening => {
  const validator = someone()
  const events: ChainEvent[] = pick<ChainEvent[]>(random, [
    [{ at, what: 'nil', validator, blocks: random.whole(1, 30) }],
    [{ at, what: 'late', validator }],
    [{ at, what: 'moniker', validator, moniker: `Renamed ${at}` }],
  ])
  return { events, blocks: 40 }
}

/** Misses half of the window, is jailed for it and comes back. */
const downUntilJailed = (scene: Scene): Happening => {
  const { at, network, someone, blocksIn, random } = scene
  const validator = someone()
  const most = (network.profile.staking?.slashing.signedBlocksWindow ?? 0) / 2 + 20
  const back = at + most + blocksIn(5_000) + random.whole(60, 300)
  const events: ChainEvent[] = [
    { at, what: 'down', validator, blocks: most },
    { at: back, what: 'unjail', validator },
  ]
  return { events, blocks: back - at + 150 }
}

const jailed = ({ at, someone, blocksIn, random }: Scene): Happening => {
  const validator = someone()
  const back = at + blocksIn(5_000) + random.whole(20, 500)
  const events: ChainEvent[] = [
    { at, what: 'jail', validator },
    { at: back, what: 'unjail', validator },
  ]
  return { events, blocks: back - at + 150 }
}

const commission = ({ at, random, someone }: Scene): Happening => ({
  events: [
    {
      at,
      what: 'commission',
      validator: someone(),
      rate: BigInt(random.whole(0, 55)) * percent + percent / 10n,
    },
  ],
  blocks: 150,
})

const newKey = ({ at, someone }: Scene): Happening => ({
  events: [{ at, what: 'rotate_key', validator: someone() }],
  blocks: 250,
})

/** So many are silent that between 21 and 29 % of the power is; long enough for the hold of half a minute. */
const lowPower = (scene: Scene): Happening => {
  const { at, network, random, blocksIn } = scene
  const { set } = network.chain.view().chain.history.at(network.chain.height())
  const shareOf = (place: number) => Number(set.members[place]?.power ?? 0n) / Number(set.totalPower)
  const silent: number[] = []
  let share = 0
  for (let tries = 0; tries < 60 && share < 0.21; tries += 1) {
    const place = random.whole(0, set.members.length - 1)
    const index = set.indices[place] ?? 0
    if (silent.includes(index) || share + shareOf(place) > 0.29) continue
    silent.push(index)
    share += shareOf(place)
  }
  const blocks = blocksIn(random.whole(20_000, 38_000))
  return {
    events: silent.map((validator) => ({ at, what: 'down', validator, blocks })),
    blocks: blocks + 150,
  }
}

/** Less than a minute tells nobody, more does. */
const halt = ({ at, random, isLong }: Scene): Happening => {
  const forMs = pick(random, [45_000, 80_000, isLong ? 340_000 : 80_000])
  return { events: [{ at, what: 'halt', forMs }], blocks: 60, stillMs: forMs }
}

const upgrade = ({ at, blocksIn, random }: Scene): Happening => {
  const height = at + blocksIn(60_000)
  const events: ChainEvent[] = [{ at, what: 'upgrade_plan', name: `v${at}`, height }]
  if (random.next() < 0.4) events.push({ at: at + blocksIn(35_000), what: 'upgrade_canceled' })
  return { events, blocks: height - at + 60 }
}

const always: Scenes = [missed, missed, missed, flapping, missedTogether, harmless, lowPower, halt, upgrade]
const withStaking: Scenes = [downUntilJailed, downUntilJailed, jailed, jailed, commission, commission, newKey]

interface DayScript {
  seed: string
  network: DayNetwork
  /** Unix ms. */
  from: number
  until: number
}

/** What happens to one network between two times: heights that nobody has asked for yet. */
export function scriptOf({ seed, network, from, until }: DayScript): ChainEvent[] {
  const { profile, blockMs, id } = network
  const random = createRandomStream(hashText(`${seed}/${id}/day`))
  const blocksIn = (ms: number) => Math.ceil(ms / blockMs)
  const gone = new Set<number>()
  const everyone = profile.validators - 1
  const someone = () => {
    for (;;) {
      const index = random.whole(0, everyone)
      if (!gone.has(index)) return index
    }
  }
  const scenes: Scenes = profile.staking === null ? always : [...always, ...withStaking]
  const events: ChainEvent[] = []
  const first = network.chain.height() + 2 + blocksIn(Math.max(0, from - network.chain.now()))
  let at = first
  let stillMs = 0
  let isTombstonedYet = profile.staking === null
  const isLong = until - from > 1_500_000
  for (;;) {
    at += random.gap(blocksIn(8_000)) + 20
    const rightNow = from + (at - first) * blockMs + stillMs
    const isTombstone = !isTombstonedYet && random.next() < 0.04
    const scene: Scene = { network, random, at, someone, blocksIn, isLong }
    const next = isTombstone ? tombstone(scene) : pick(random, scenes)(scene)
    // What has begun must be over in time.
    if (rightNow + next.blocks * blockMs + (next.stillMs ?? 0) > until) return events
    for (const event of next.events)
      if (event.what === 'tombstone' && typeof event.validator === 'number') gone.add(event.validator)
    isTombstonedYet ||= isTombstone
    events.push(...next.events)
    at += next.blocks
    stillMs += next.stillMs ?? 0
  }
}

const tombstone = ({ at, someone }: Scene): Happening => ({
  events: [{ at, what: 'tombstone', validator: someone() }],
  blocks: 150,
})
