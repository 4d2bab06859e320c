import type { ChainState, ConsensusHex, SigningInfo, StakingValidator } from '@roundsman/cometbft/domain'
import type { AgreedParameters, SlashingHabits } from './chain-under-test.ts'
import type { Recorded } from './recording.ts'

/** A validator's window of x/slashing, kept from the letters alone. null: not known from the start. */
type Window = boolean[] | null

const emptyWindow = (size: number): boolean[] => new Array<boolean>(size).fill(false)

interface Step {
  before: ChainState
  after: ChainState
  agreed: AgreedParameters
  habits: SlashingHabits
}

const validatorOf = (state: ChainState, consensus: ConsensusHex): StakingValidator | undefined =>
  state.staking?.validators.find((validator) => validator.consensus === consensus)

/** The key that whoever has this one now had one height before: another one where it was rotated in between. */
function keyBefore({ before, after }: Step, consensus: ConsensusHex): ConsensusHex {
  const operator = validatorOf(after, consensus)?.operatorAddress
  return before.staking?.validators.find((one) => one.operatorAddress === operator)?.consensus ?? consensus
}

/**
 * What x/slashing must say after each block, worked out from the letters of the block before: counters, the height of
 * a jailing to the block, the slashed tokens, the end of the term (x/slashing/keeper/infractions.go).
 *
 * @returns what is not so, in words; empty when the letters explain everything
 */
export function slashingComplaints(
  run: readonly Recorded[],
  { agreed, habits }: Pick<Step, 'agreed' | 'habits'>,
): string[] {
  const complaints: string[] = []
  const windows = new Map<ConsensusHex, Window>()
  for (const info of run[0]?.state.slashing?.infos ?? []) {
    windows.set(info.consensus, info.missedBlocks === 0 ? emptyWindow(agreed.signedBlocksWindow) : null)
  }
  for (let at = 1; at < run.length; at += 1) {
    const [last, current] = [run[at - 1], run[at]]
    if (!last || !current) continue
    const step: Step = { before: last.state, after: current.state, agreed, habits }
    for (const info of current.state.slashing?.infos ?? []) {
      const key = keyBefore(step, info.consensus)
      const window = windows.get(key)
      if (key !== info.consensus && window !== undefined) windows.set(info.consensus, window)
      const letter = last.block.letters.get(key)
      const said = checkInfo(step, info, letter === undefined ? null : letter === 'm', windows)
      if (said !== null) complaints.push(`height ${current.block.height}, ${info.consensus}: ${said}`)
    }
  }
  return complaints
}

function checkInfo(
  step: Step,
  info: SigningInfo,
  missed: boolean | null,
  windows: Map<ConsensusHex, Window>,
): string | null {
  const { before, after, agreed, habits } = step
  const key = keyBefore(step, info.consensus)
  const old = before.slashing?.infos.find((one) => one.consensus === key)
  if (!old) {
    windows.set(info.consensus, emptyWindow(agreed.signedBlocksWindow))
    const fresh = info.missedBlocks === 0 && info.indexOffset === 0 && info.startHeight === after.height
    return fresh ? null : `a new signing info that is not new: ${describe(info)}`
  }
  const jailed = validatorOf(before, key)?.jailed ?? true
  const counts = missed !== null && (!jailed || habits.countsWhileJailed)
  if (!counts) return sameCounters(old, info) ? null : `counted a vote that does not count: ${describe(info)}`
  const window = windows.get(info.consensus) ?? null
  const place = old.indexOffset % agreed.signedBlocksWindow
  if (window) window[place] = missed
  if (window === null) {
    if (info.missedBlocks === 0) windows.set(info.consensus, emptyWindow(agreed.signedBlocksWindow))
    return null
  }
  const missedNow = window.filter(Boolean).length
  const oldEnough = after.height > old.startHeight + agreed.signedBlocksWindow
  if (!jailed && oldEnough && missedNow > agreed.maxMissed) {
    windows.set(info.consensus, emptyWindow(agreed.signedBlocksWindow))
    return checkJailing(step, info)
  }
  if (info.missedBlocks !== missedNow)
    return `${info.missedBlocks} missed blocks, the letters say ${missedNow}`
  return info.indexOffset === old.indexOffset + 1
    ? null
    : `index offset ${info.indexOffset} after ${old.indexOffset}`
}

function checkJailing(step: Step, info: SigningInfo): string | null {
  const { before, after, agreed } = step
  const key = keyBefore(step, info.consensus)
  const was = validatorOf(before, key)
  const is = validatorOf(after, info.consensus)
  if (!was || !is?.jailed) return `should be jailed: ${describe(info)}`
  if (info.missedBlocks !== 0 || info.indexOffset !== 0)
    return `jailed, but its counters go on: ${describe(info)}`
  const until = after.time + agreed.downtimeJailMs
  if (info.jailedUntil !== until) return `jailed until ${info.jailedUntil}, not ${until}`
  const power = before.set.find((member) => member.address === key)?.power ?? 0n
  const slashed = (power * agreed.powerReduction * agreed.slashDowntimePermille) / 1000n
  return was.tokens - is.tokens === slashed ? null : `slashed ${was.tokens - is.tokens}, not ${slashed}`
}

const sameCounters = (a: SigningInfo, b: SigningInfo): boolean =>
  a.missedBlocks === b.missedBlocks && a.indexOffset === b.indexOffset

const describe = (info: SigningInfo): string =>
  `missed ${info.missedBlocks}, offset ${info.indexOffset}, start ${info.startHeight}`
