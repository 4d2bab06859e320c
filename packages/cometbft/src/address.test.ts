import { base64, hex } from '@scure/base'
import { expect, test } from 'vitest'
import {
  accountPrefix,
  bech32ToHex,
  consensusAddress,
  ed25519Address,
  hexToBech32,
  secp256k1Address,
} from './address.ts'
import { captureResult, type CaptureSource, keysOf040 } from './testing/capture.ts'

const recorded: [CaptureSource, string][] = [
  ['celestia-core-0.40', 'validators'],
  ['cosmos-sdk-0.46', 'validators-one-absent'],
  ['cosmos-sdk-0.53', 'validators-one-absent'],
]

test.each(recorded)('R9: the addresses of %s follow from its ed25519 keys', (source, name) => {
  const { validators } = captureResult(source, name) as {
    validators: { address: string; pub_key: { type: string; value: string } }[]
  }
  expect(validators.length).toBeGreaterThan(0)
  for (const { address, pub_key } of validators) {
    expect(ed25519Address(base64.decode(pub_key.value))).toBe(address)
    expect(consensusAddress(pub_key.type, base64.decode(pub_key.value))).toBe(address)
  }
})

test('R9: the addresses of every kind of key of CometBFT 0.40, as the SDK names them too', () => {
  const { set } = keysOf040()
  const urls = ['ed25519', 'secp256k1', 'secp256k1eth', 'mldsa65'].map(
    (kind) => `/cosmos.crypto.${kind}.PubKey`,
  )
  for (const [place, { address, keyType, key }] of set.entries()) {
    expect(consensusAddress(keyType, key)).toBe(address)
    expect(consensusAddress(urls[place] ?? '', key)).toBe(address)
  }
  expect(() => consensusAddress('tendermint/PubKeySecp256k1eth', new Uint8Array(33))).toThrow(
    'not a valid secp256k1 point',
  )
})

// Consensus keys of Haqq's mainnet genesis.
test.each([
  ['ixuyW599XmL1s5qUkMFmM6nbgTF783rVxFCynQ++6ZA=', '078D852D0AFE37583278CBA2DEE38C68130BDC9F'],
  ['UKx4pBsafIPVoASuZsZyXthbq8xATdql4emjBDAVY1I=', 'BDA92CD120F1F96FCE65BFE3381AC246972F1F7F'],
  ['zHwGvnete7BDIB6F3Y47WObWrjYJSTg6La78PthjY58=', '382EEC1ADA8B5703FA11D1198AEF4ECC4B3FA95B'],
])('R9: the address of the ed25519 key %s', (key, address) => {
  expect(consensusAddress('/cosmos.crypto.ed25519.PubKey', base64.decode(key))).toBe(address)
  expect(bech32ToHex(hexToBech32('haqqvalcons', address))).toEqual({ prefix: 'haqqvalcons', hex: address })
})

// The generator point of secp256k1 as a key (the test vector of BIP 173), and the key of the Bitcoin wiki's example.
test.each([
  [
    '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    '751E76E8199196D454941C45D1B3A323F1433BD6',
  ],
  [
    '0250863ad64a87ae8a2fe83c1af1a8403cb53f53e486d8511dad8a04887e5b2352',
    'F54A5851E9372B87810A8E60CDD2E7CFD80B6E31',
  ],
])('R9: the address of the secp256k1 key %s', (key, address) => {
  expect(secp256k1Address(hex.decode(key))).toBe(address)
  expect(consensusAddress('/cosmos.crypto.secp256k1.PubKey', hex.decode(key))).toBe(address)
  expect(consensusAddress('tendermint/PubKeySecp256k1', hex.decode(key))).toBe(address)
})

test('R9: a key of the wrong length has no address; one of an unknown type has that of CometBFT’s own rule', () => {
  expect(() => ed25519Address(new Uint8Array(33))).toThrow('33 bytes instead of 32')
  expect(() => secp256k1Address(new Uint8Array(32))).toThrow('32 bytes instead of 33')
  expect(() => consensusAddress('x/Unknown', new Uint8Array())).toThrow('empty')
  expect(consensusAddress('cometbft/PubKeyBls12_381', new Uint8Array(48))).toMatch(/^[0-9A-F]{40}$/)
})

test('R9: hex and bech32 forms of one address', () => {
  const text = 'celestiavalcons1sqvsz4c02x0vseu323ukqlyezlj73pmxr84x7d'
  const address = '801901570F519EC867915479607C9917E5E88766'
  expect(bech32ToHex(text)).toEqual({ prefix: 'celestiavalcons', hex: address })
  expect(hexToBech32('celestiavalcons', address)).toBe(text)
  expect(() => bech32ToHex(text.replace('sqv', 'sqw'))).toThrow('not a bech32 address')
  expect(() => hexToBech32('celestiavalcons', 'zz')).toThrow('not an address in hex')
})

test.each([
  ['cosmosvaloper1dwta9kfdvagj5lxak7w3a9rmvhe0u9h6sesssf', 'cosmos'],
  ['0gvaloper1abc', '0g'],
  ['story1abc', null],
  ['', null],
])('R9: the prefix of %j is %j', (operator, prefix) => {
  expect(accountPrefix(operator)).toBe(prefix)
})
