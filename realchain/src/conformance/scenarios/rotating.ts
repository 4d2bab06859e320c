import { expect } from 'vitest'
import { productPasses } from '../../../../apps/server/src/modules/watch/testing/without-database.ts'
import { createProvenFollower } from '../proven-follower.ts'
import { expectProvenStates } from '../proven-states.ts'
import type { Scenario } from '../scenario.ts'
import type { Watch } from '../watch.ts'
import { allSign, signsAgain, stopAndMiss } from './signing.ts'

/** How often states may be read while a key is rotated: with each block, or seldom and several blocks at a time. */
const paces = [
  { blocks: 1, passes: 1 },
  { blocks: 1, passes: 7 },
  { blocks: 2, passes: 5 },
  { blocks: 3, passes: 4 },
]

/** The one that misses, is jailed and un-jailed by the scenarios after this one. */
const who = 1

export const rotating: readonly Scenario[] = [
  {
    rule: 'C43',
    title:
      'a key is rotated: record, signing info and set have it from one height on, and it is the same validator',
    needs: ['rotate_key'],
    run: async (watch) => {
      await watch.chain.prepareKey(who)
      const follower = follow(watch)
      await watch.chain.until('a follower', () => stepped(follower))
      // What is missed by the old key is still in the window when the new one has taken its place: nothing slow is
      // between.
      await stopAndMiss(watch, who, 5)
      await watch.chain.startValidator(who)
      await signsAgain(watch, who)
      const before = watch.height()
      const old = keyOf(watch, before)
      await watch.chain.rotateKey(who)
      const height = await watch.until('v1 has another key', () =>
        watch.firstHeight(before, ({ block }) => keyOf(watch, block.height) !== old),
      )
      await watch.chain.until('the follower has seen it', async () => {
        await follower.step()
        return (follower.states.at(-1)?.height ?? 0) >= height + 3 ? true : null
      })
      await watch.reach(height + 3)
      expectOneKeyAtATime(watch, before, height)
      expectCountersGoOn(watch, height)
      expect(watch.letters(who, before, height + 3)).toMatch(/^[spnm]+$/)
      expect(watch.events(before)).toEqual(['v1 key_changed'])
      expect(watch.timeline(before)).toEqual(['v1 key_changed'])
      // What was missed, before or while the nodes took turns, is reported by itself.
      expect(
        watch.reported(before).filter((line) => /ailed|Slashed|Tombstoned|active set/.test(line)),
      ).toEqual([])
      for (const pace of paces) expectOneRow(watch, pace)
      expectProven(watch, follower, before)
      await signsAgain(watch, who)
      await allSign(watch, 3)
    },
  },
]

const operatorOf = ({ chain }: Watch) => chain.members()[who]?.operator ?? ''

const keyOf = (watch: Watch, height: number) => watch.validator(who, height)?.consensus ?? null

/** At each height the set, x/staking and x/slashing have the same key of it, the new one from `height` on. */
function expectOneKeyAtATime(watch: Watch, from: number, height: number): void {
  const { consensus, earlier = [] } = watch.chain.members()[who] ?? { consensus: '' }
  const keys = [consensus, ...earlier]
  for (let at = from; at <= watch.height(); at += 1) {
    const { state } = watch.at(at)
    const expected = at < height ? keys[1] : consensus
    expect(state.set.filter(({ address }) => keys.includes(address)).map((one) => one.address)).toEqual([
      expected,
    ])
    expect(state.staking?.validators.filter((one) => keys.includes(one.consensus))).toMatchObject([
      { consensus: expected, operatorAddress: operatorOf(watch) },
    ])
    expect(state.slashing?.infos.filter((one) => keys.includes(one.consensus))).toMatchObject([
      { consensus: expected },
    ])
  }
}

/** x/slashing moves the signing info and the bits behind it: the index goes on, and no miss is lost. */
function expectCountersGoOn(watch: Watch, height: number): void {
  const [was, is] = [watch.info(who, height - 1), watch.info(who, height)]
  expect(was?.missedBlocks).toBeGreaterThan(0)
  expect(is).toMatchObject({
    startHeight: was?.startHeight,
    indexOffset: (was?.indexOffset ?? 0) + 1,
    jailedUntil: was?.jailedUntil,
    tombstoned: false,
  })
}

/** The product has a row for each validator and no other, all letters of it there, whenever it has read states. */
function expectOneRow(watch: Watch, pace: (typeof paces)[number]): void {
  const { chain, recording } = watch
  const heights = recording.heights.slice(
    0,
    recording.heights.length - (recording.heights.length % pace.blocks),
  )
  const passes = [...productPasses(heights, pace)]
  const model = passes.at(-1)?.after
  const members = chain.members()
  expect(model?.records.map(({ operatorAddress }) => operatorAddress).sort()).toEqual(
    members.map(({ operator }) => operator).sort(),
  )
  const slot = model?.records.find(({ operatorAddress }) => operatorAddress === operatorOf(watch))?.slot ?? -1
  expect(model?.records[slot]).toMatchObject({ consensusAddress: members[who]?.consensus, removedAt: null })
  const last = heights.at(-1)?.block.height ?? 0
  expect(model?.ring.recent(slot, 40)).toBe(watch.letters(who, last - 39, last).padStart(40, '-'))
  const events = passes.flatMap(({ batch }) => batch.events).filter((event) => event.slot === slot)
  expect(events.map(({ kind }) => kind).filter((kind) => kind === 'key_changed')).toEqual(['key_changed'])
  const later = passes.slice(1).flatMap(({ batch }) => batch.events)
  expect(later.map(({ kind }) => kind)).not.toContain('joined')
}

const follow = ({ chain }: Watch) =>
  createProvenFollower({ chain, urls: chain.endpoints.slice(0, 3), fetch: chain.fetch })

type Follower = ReturnType<typeof follow>

async function stepped(follower: Follower): Promise<true | null> {
  await follower.step()
  return follower.states.length > 0 ? true : null
}

/** Every block and every state was proven at the tip while it happened, each as the recording has it. */
function expectProven(watch: Watch, follower: Follower, from: number): void {
  expect(follower.refusals).toEqual([])
  expect(follower.blocks.filter(({ height }) => height >= from).length).toBeGreaterThanOrEqual(4)
  for (const { height, hash, letters, assurance } of follower.blocks) {
    const truth = watch.at(height).block
    expect({ hash, letters, assurance }).toEqual({
      hash: truth.hash,
      letters: truth.letters,
      assurance: 'PROVEN',
    })
  }
  expectProvenStates(watch, follower)
}
