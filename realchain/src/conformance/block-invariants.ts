import type { Recorded } from './recording.ts'

/**
 * What blocks must be: one by one, later than the one before, with a letter for each of their set and for nobody else,
 * signed by more than two thirds of the power, at most one proposer among those who signed.
 *
 * @returns what is not so, in words
 */
export function blockComplaints(run: readonly Recorded[]): string[] {
  const complaints: string[] = []
  for (const [at, { block, state }] of run.entries()) {
    const complain = (what: string) => complaints.push(`height ${block.height}: ${what}`)
    const before = run[at - 1]?.block
    if (before && before.height !== block.height - 1) complain(`after ${before.height}`)
    if (before && before.time >= block.time) complain('is not later than the one before')
    if (state.height !== block.height || state.time !== block.time)
      complain('its state is that of another block')
    const members = state.set.map((member) => member.address)
    if ([...block.letters.keys()].sort().join() !== [...members].sort().join())
      complain('letters for another set')
    if (!members.includes(block.proposer)) complain('proposed from outside the set')
    const signers = state.set.filter((member) => ['s', 'p'].includes(block.letters.get(member.address) ?? ''))
    const power = (list: readonly { power: bigint }[]) => list.reduce((sum, member) => sum + member.power, 0n)
    if (power(signers) * 3n <= power(state.set) * 2n) complain('signed by too few')
    const proposers = [...block.letters].filter(([, letter]) => letter === 'p').map(([address]) => address)
    if (proposers.length > 1 || (proposers[0] ?? block.proposer) !== block.proposer)
      complain('a wrong proposer letter')
  }
  return complaints
}
