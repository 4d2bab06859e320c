import fc from 'fast-check'
import { expect, test } from 'vitest'
import { governedChain, governedPool, governedStores, putProposal } from '../testing/governed-chain.ts'
import { createGovernanceReader } from './governance-reader.ts'

const OPERATOR = 'cosmosvaloper1gfpyysjzgfpyysjzgfpyysjzgfpyysjz89lhg2'

test('R50: whatever nodes answer, all that is read resolves, and nothing of it is taken for proven', async () => {
  const stores = governedStores()
  putProposal(stores, { id: 5 })
  const bytes = fc.uint8Array({ maxLength: 60 })
  const answers = fc.infiniteStream(
    fc.record({ value: fc.option(bytes), one: bytes, other: bytes, isSwapped: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(answers, fc.boolean(), async (stream, isProvable) => {
      const { hosts, above, height } = governedChain(stores)
      for (const host of hosts) {
        const { storeValues } = host
        host.moduleAnswers = async (queries) =>
          queries.map(() => ({ ok: true, value: stream.next().value.one }))
        host.storeValues = async (keys, at) => {
          const claims = await storeValues.call(host, keys, at)
          return claims.map((claim, index) => {
            const { value, one, other, isSwapped } = stream.next().value
            const another = claims[(index + 1) % claims.length] ?? claim
            const made = [
              { type: 'ics23:iavl', data: one },
              { type: 'ics23:simple', data: other },
            ]
            // Rubbish, or what is true of another key.
            return isSwapped && another !== claim
              ? { ...claim, value: another.value, ops: another.ops }
              : { ...claim, value, ops: made }
          })
        }
      }
      const reader = createGovernanceReader(governedPool(hosts).pool)
      const at = { height, newest: isProvable ? { header: above, assurance: 'PROVEN' as const } : null }
      const found = [
        await reader.proposals(at),
        await reader.votes({ ...at, proposalId: 5, operators: [OPERATOR, 'x'] }),
        await reader.outcome({ ...at, proposalId: 5 }),
        await reader.tally({ ...at, proposalId: 5 }),
        await reader.signals({ ...at, operators: [OPERATOR], version: 6 }),
      ]
      const text = JSON.stringify(found, (_key, one: unknown) => {
        if (one instanceof Map) return [...(one as ReadonlyMap<unknown, unknown>)]
        return typeof one === 'bigint' ? '' : one
      })
      expect(text).not.toContain('PROVEN')
    }),
    { verbose: true, numRuns: 60 },
  )
})
