import { Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import type { ValidatorRecord } from '../chain/chain-state.ts'
import type { RosterEntry } from '../chain/roster.ts'
import type { KeyType } from '../network-profile.ts'
import { timestampOf } from './proto-time.ts'

const keyUrls: Record<KeyType, string> = {
  ed25519: '/cosmos.crypto.ed25519.PubKey',
  secp256k1: '/cosmos.crypto.secp256k1.PubKey',
  bls12_381: '/cosmos.crypto.bls12_381.PubKey',
}

/** A record is never changed, so its bytes are made once. */
const encoded = new WeakMap<ValidatorRecord, Uint8Array>()

/** cosmos.staking.v1beta1.Validator, as x/staking stores it and as its queries list it. */
export function validatorRecordBytes(entry: RosterEntry, record: ValidatorRecord): Uint8Array {
  const known = encoded.get(record)
  if (known !== undefined) return known
  const { type, publicKey } = entry.keyOf(record.rotations)
  const bytes = Validator.encode(
    Validator.fromPartial({
      operatorAddress: entry.operatorAddress,
      consensusPubkey: {
        typeUrl: keyUrls[type],
        value: Uint8Array.from([10, publicKey.length, ...publicKey]),
      },
      jailed: record.jailed,
      status: record.status,
      tokens: String(record.tokens),
      // LegacyDec: scaled by 1e18, without a point.
      delegatorShares: String(record.shares),
      description: {
        moniker: record.moniker,
        identity: entry.identity,
        website: entry.website,
        securityContact: entry.securityContact,
        details: entry.details,
      },
      unbondingHeight: BigInt(record.unbondingHeight),
      unbondingTime: timestampOf(record.unbondingAt),
      commission: {
        commissionRates: {
          rate: String(record.commission),
          maxRate: String(entry.maxCommission),
          maxChangeRate: String(entry.maxCommissionChange),
        },
        updateTime: timestampOf(record.commissionSetAt),
      },
      minSelfDelegation: '1',
    }),
  ).finish()
  encoded.set(record, bytes)
  return bytes
}
