import { ChainReadError, type ProofCheck, ProofError } from '@roundsman/cometbft/errors'
import { ContradictionError } from '@roundsman/cometbft/proof/block-proof'
import { expect, test } from 'vitest'
import { refusalKindOf } from './reading.ts'

const pool = { maySpeakSoon: () => false }

function kindOf(cause: Error) {
  const about = { host: 'one.example', method: 'commit', reason: cause.message, cause }
  return refusalKindOf({ pool }, new ChainReadError({ kind: 'proof', ...about }))
}
const failed = (check: ProofCheck) => kindOf(new ProofError(check, 'it failed'))

test('R63: a block with too few signatures that can be checked is no other chain; the next one may have enough', () => {
  expect(failed('unchecked')).toBeNull()
  expect([failed('power'), failed('link'), failed('header')]).toEqual(['FORK', 'FORK', 'FORK'])
  expect(kindOf(new ContradictionError(7))).toBe('DOUBLE_SIGNED')
})
