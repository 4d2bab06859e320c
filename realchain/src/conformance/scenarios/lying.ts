import type { Fetch } from '@roundsman/cometbft/rpc-client'
import { expect } from 'vitest'
import { machine } from '../../localnet/machine.ts'
import {
  flippedJail,
  flippedOutside,
  forgedHash,
  frozen,
  moreMissed,
  oldState,
  otherCommission,
  otherSelfStake,
  rampingHeight,
  removedSignature,
} from '../../lying/lies.ts'
import { type LyingEndpoint, openLyingEndpoint } from '../../lying/lying-endpoint.ts'
import type { Lie } from '../../lying/rpc-call.ts'
import { expectOwnStakes } from '../own-stakes.ts'
import { createProvenFollower, type ProvenFollower } from '../proven-follower.ts'
import { expectProvenStates } from '../proven-states.ts'
import type { Scenario } from '../scenario.ts'
import type { Watch } from '../watch.ts'

/** How many blocks may pass while a lie is found out. */
const mostBlocksLate = 3
/** Followed under each lie. */
const blocksToFollow = 6
/** What honest endpoints are slower by until the lie has been reported, so that the liar is the one that is asked. */
const honestDelayMs = 150
/** Endpoints beside the liar, which stands in front of endpoint 0. */
const honest = [1, 2]

const lies: readonly [name: string, make: (watch: Watch) => Lie, caught: 'always' | 'by chance' | 'never'][] =
  [
    [
      'says that a validator is jailed',
      ({ chain }) => flippedJail(chain.members()[1]?.operator ?? ''),
      'always',
    ],
    ['says another commission', ({ chain }) => otherCommission(chain.members()[1]?.operator ?? ''), 'always'],
    [
      'says that a validator has staked twice as much with itself',
      ({ chain }) => otherSelfStake(chain.members()[1]?.operator ?? ''),
      'always',
    ],
    // Nothing is untrue while everybody is bonded.
    ['says that who is not bonded is jailed, or is not', () => flippedOutside(), 'by chance'],
    ['counts misses that no block has', () => moreMissed(3), 'always'],
    [
      'leaves a signature out',
      ({ chain }) => removedSignature(chain.members()[2]?.consensus ?? ''),
      'always',
    ],
    ['has another block at one height', () => forgedHash(), 'always'],
    ['gives old states as new', () => oldState(), 'always'],
    // Whether it is found out depends on who is asked where it points: its blocks there are no blocks.
    ['rises by eight heights a second', ({ chain }) => rampingHeight(chain.now), 'by chance'],
    // It may merely be late.
    ['goes on answering an old height', () => frozen(), 'never'],
  ]

export const lying: readonly Scenario[] = lies.flatMap(([name, make, caught]) => [
  {
    rule: 'C17',
    title: `one of three endpoints ${name}: nothing of it is believed, and following goes on`,
    run: (watch) =>
      withLiar(watch, async (liar) => {
        const follower = follow(watch, liar)
        await followTo(watch, follower, 2)
        liar.say(make(watch))
        await followTo(watch, follower, blocksToFollow)
        await expectTruth(watch, follower)
        const view = () => follower.pool.views().find(({ host }) => host === liar.host)
        if (caught === 'never') return expect(view()?.lies).toBe(0)
        if (caught === 'by chance') return
        await watch.chain.until('the liar is caught', async () => {
          await follower.step()
          return (view()?.lies ?? 0) > 0 ? true : null
        })
        expect(view()?.state).toBe('LYING')
      }),
  },
  {
    rule: 'C18',
    title: `one of three endpoints ${name} from the first contact on: the two others are believed`,
    run: (watch) =>
      withLiar(watch, async (liar) => {
        liar.say(make(watch))
        const follower = follow(watch, liar)
        await followTo(watch, follower, 2)
        await expectTruth(watch, follower)
      }),
  },
])

async function withLiar(watch: Watch, run: (liar: LyingEndpoint) => Promise<void>): Promise<void> {
  const liar = await openLyingEndpoint(watch.chain.endpoints[0] ?? '')
  try {
    await run(liar)
  } finally {
    await liar.close()
  }
}

const honestUrls = ({ chain }: Watch) => honest.map((index) => chain.endpoints[index] ?? '')

function follow(watch: Watch, liar: LyingEndpoint): ProvenFollower {
  const fetch: Fetch = async (url, init) => {
    if (new URL(url).host !== liar.host && liar.lied() === 0) await machine.sleep(honestDelayMs)
    return watch.chain.fetch(url, init)
  }
  return createProvenFollower({ chain: watch.chain, urls: [liar.url, ...honestUrls(watch)], fetch })
}

/** Follows for `count` blocks more; what was settled when a poll began is followed at most three blocks later. */
async function followTo(watch: Watch, follower: ProvenFollower, count: number): Promise<void> {
  const start = follower.height()
  let end: number | null = start === 0 ? null : start + count
  let latest = 0
  await watch.chain.until(`${count} blocks beside a liar`, async () => {
    const settled = (await watch.shown()) - 1
    await follower.step()
    if (start !== 0) latest = Math.max(latest, settled - follower.height())
    if (end === null && follower.height() > 0) end = follower.height() + count
    return end !== null && follower.height() >= end && isCurrent(follower) ? true : null
  })
  expect(latest, 'blocks late').toBeLessThanOrEqual(mostBlocksLate)
}

const isCurrent = ({ states, height }: ProvenFollower) =>
  height() - (states.at(-1)?.height ?? 0) <= mostBlocksLate

/** Everything that was followed is as the whole recording has it, and nobody honest was blamed. */
async function expectTruth(watch: Watch, follower: ProvenFollower): Promise<void> {
  await watch.reach(follower.height())
  for (const block of follower.blocks) {
    const { hash, time, letters, assurance } = block
    const truth = watch.at(block.height).block
    expect({ hash, time, letters }).toEqual({ hash: truth.hash, time: truth.time, letters: truth.letters })
    expect(assurance).toBe('PROVEN')
  }
  expectProvenStates(watch, follower)
  await expectOwnStakes(watch.chain, honestUrls(watch)[0] ?? '', follower.states)
  expect(follower.pool.head()?.height ?? 0).toBeLessThanOrEqual(await watch.shown())
  const views = honestUrls(watch).map((url) =>
    follower.pool.views().find(({ host }) => host === new URL(url).host),
  )
  expect(views.map((view) => view?.lies)).toEqual(honest.map(() => 0))
}
