import { base64 } from '@scure/base'
import type { SetMember } from '../domain.ts'

/** The `result` of `/validators`. */
export function validatorsJson(
  height: number,
  set: readonly SetMember[],
  { page, perPage, totalOff }: { page: number; perPage: number; totalOff: number },
): object {
  const members = set.slice((page - 1) * perPage, page * perPage).map(({ address, keyType, key, power }) => ({
    address,
    pub_key: { type: keyType, value: base64.encode(key) },
    voting_power: String(power),
  }))
  return {
    block_height: String(height),
    validators: members,
    count: String(members.length),
    total: String(set.length + totalOff),
  }
}
