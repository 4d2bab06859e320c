import { existsSync } from 'node:fs'
import { Boot } from '@roundsman/contract/networks/networks'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { StartError } from '../../platform/errors.ts'
import { builtInCatalogue, readCatalogue } from './catalogue.ts'
import { signalCommandOf, unitOf, unjailCommandOf, voteCommandOf } from './chain-facts.ts'
import { createNetworks, logoAddress } from './networks.public.ts'

const config = { networksFile: null, port: 8000, google: null, publicUrl: null }
const file = (catalogue: unknown) => ({ path: 'networks.json', text: JSON.stringify(catalogue) })

/** A valid catalogue with one place changed. */
function changed(path: readonly (string | number)[], value: unknown): unknown {
  const catalogue: unknown = structuredClone(builtInCatalogue(8000))
  let place = catalogue as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) place = place[key] as Record<string | number, unknown>
  place[path.at(-1) ?? ''] = value
  return catalogue
}

describe('built-in catalogue', () => {
  test('W76: it is the ten networks of the specification, and valid by its own schema', () => {
    const networks = createNetworks(config)
    expect(networks.all().map((n) => [n.blockchain_id, n.name, n.symbol, n.is_da_enabled])).toEqual([
      [1, 'Celestia Mainnet', 'TIA', true],
      [2, 'Celestia Testnet', 'TIA', true],
      [3, '0G Testnet', 'A0GI', false],
      [4, 'XRPL Testnet', 'XRP', false],
      [5, 'XRPL Mainnet', 'XRP', false],
      [6, 'Story Testnet', 'IP', false],
      [7, 'Althea Mainnet', 'ALTHEA', false],
      [8, 'Haqq Mainnet', 'ISLM', false],
      [9, 'Provenance Mainnet', 'HASH', false],
      [10, 'Story Mainnet', 'IP', false],
    ])
    expect(readCatalogue(file(builtInCatalogue(8000)))).toEqual(builtInCatalogue(8000))
    expect(builtInCatalogue(9123).networks.every((n) => n.domain.endsWith('.roundsman.localhost:9123'))).toBe(
      true,
    )
  })
})

describe('readCatalogue', () => {
  test.each([
    [['networks', 1, 'rpc', 0], 'ftp://x', 'networks[1].rpc[0]: must be an http or https address'],
    [['networks', 0, 'blockchain_id'], '1', 'networks[0].blockchain_id: '],
    [['networks', 2, 'host'], 'celestia.roundsman.localhost', 'networks[2].host: is already used by'],
    [['networks', 3, 'blockchain_id'], 1, 'networks[3].blockchain_id: is already used by'],
    [['networks', 0, 'host'], 'a.example:80', 'networks[0].host: must be a host name without port'],
    [['networks', 0, 'acces'], 'VIP', 'networks[0].acces: '],
    [['default_blockchain_id'], 77, 'default_blockchain_id: no network has this'],
    [['notice'], { en: 'x' }, 'notice.ru: '],
    [['networks'], [], 'networks: must name at least one'],
  ])('W77: a mistake at %j is named by its path', (path, value, message) => {
    const read = () => readCatalogue(file(changed(path, value)))
    expect(read).toThrow(StartError)
    expect(read).toThrow(message)
  })

  test('W77: a file that is no JSON is one clear message', () => {
    expect(() => readCatalogue({ path: 'networks.json', text: '{"networks":' })).toThrow(
      /The network catalogue networks.json is not JSON/,
    )
  })

  test('W77: whatever the file holds, it is read or refused with a StartError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          readCatalogue({ path: 'x', text })
        } catch (error) {
          expect(error).toBeInstanceOf(StartError)
        }
      }),
    )
  })
})

describe('createNetworks', () => {
  const networks = createNetworks(config)

  test('W78: the host decides, without its port and in any case', () => {
    expect(networks.byHost('STORY.roundsman.localhost:8000')?.blockchain_id).toBe(10)
    expect(networks.byHost('localhost:8000')).toBeNull()
    expect(networks.fallback().blockchain_id).toBe(1)
    expect(networks.domainOfHost('haqq.roundsman.localhost')).toBe('http://haqq.roundsman.localhost:8000')
    expect(networks.publicUrl()).toBe('http://celestia.roundsman.localhost:8000')
    expect(networks.accessOf(99)).toBeNull()
  })

  test('W79: the boot object fits the contract and carries no endpoint', () => {
    const catalogue = changed(['networks', 0, 'rpc'], ['https://user:secret@node.example/key'])
    const boot = createNetworks({ ...config, networksFile: file(catalogue) }).boot()
    expect(z.parse(Boot, boot)).toEqual(boot)
    expect(JSON.stringify(boot)).not.toContain('secret')
    expect(JSON.stringify(boot)).not.toContain('node.example')
  })
})

describe('logos', () => {
  const pictures = new URL('../../../../web/public', import.meta.url)

  test('W81: each built-in network has a picture that the page ships', () => {
    for (const { name, logo } of createNetworks(config).boot().networks) {
      expect(logo).toMatch(/^\/networks\/[a-z0-9]+\.svg$/)
      expect(existsSync(`${pictures.pathname}${logo}`), `${name}: ${logo}`).toBe(true)
    }
  })

  test('W81: the address of another picture stays as it is', () => {
    expect(logoAddress('https://example.org/a.png')).toBe('https://example.org/a.png')
    expect(logoAddress('/networks/own.png')).toBe('/networks/own.png')
    expect(logoAddress('../../a')).toBe('/networks/..%2F..%2Fa.svg')
  })
})

describe('unjailCommandOf', () => {
  const network = { chain_id: null }
  test('is that of the chain that is followed, unless the catalogue names another', () => {
    expect(unjailCommandOf(network, 'mocha-5')).toBe(
      'celestia-appd tx slashing unjail --from <key> --chain-id mocha-5',
    )
    expect(unjailCommandOf({ chain_id: 'pio-mainnet-1' }, null)).toMatch(/^provenanced .* pio-mainnet-1$/)
    expect(unjailCommandOf(network, 'story-1')).toBe('story validator unjail')
    expect(unjailCommandOf({ ...network, unjail: 'own unjail' }, 'celestia')).toBe('own unjail')
    expect(unjailCommandOf(network, 'my-chain')).toBeNull()
    expect(unjailCommandOf(network, null)).toBeNull()
  })
})

describe('signalCommandOf', () => {
  test('V45: the command that signals a version is that of the program which takes out of jail; else there is none', () => {
    const network = { unjail: undefined, chain_id: 'celestia' }
    expect(signalCommandOf(network, 'mocha-5', 8)).toBe(
      'celestia-appd tx signal signal 8 --from <key> --chain-id mocha-5',
    )
    expect(signalCommandOf(network, 'story-1', 8)).toBeNull()
  })
})

describe('voteCommandOf', () => {
  const network = { chain_id: null }
  test('V18: votes with the program that unjails the same way; nobody knows another chain’s', () => {
    expect(voteCommandOf(network, 'mocha-5', 12)).toBe(
      'celestia-appd tx gov vote 12 <option> --from <key> --chain-id mocha-5',
    )
    const own = { chain_id: 'own-1', unjail: 'ownd tx slashing unjail --from <key>' }
    expect(voteCommandOf(own, null, 3)).toBe('ownd tx gov vote 3 <option> --from <key> --chain-id own-1')
    expect(voteCommandOf(network, 'story-1', 12)).toBeNull()
    expect(voteCommandOf(network, 'my-chain', 12)).toBeNull()
  })
})

describe('unitOf', () => {
  const network = { symbol: 'TIA', chain_id: null }
  test('W80: by the chain that is followed; what nobody listed has none', () => {
    expect(unitOf(network, 'mocha-5')).toEqual({ symbol: 'TIA', decimals: 6 })
    expect(unitOf({ ...network, symbol: 'XRP' }, 'xrplevm_1440000-1')).toEqual({ symbol: 'poa', decimals: 0 })
    expect(unitOf({ ...network, chain_id: 'pio-mainnet-1', symbol: 'HASH' }, null)?.decimals).toBe(9)
    expect(unitOf(network, 'my-chain')).toBeNull()
    expect(unitOf({ ...network, unit: { symbol: 'X', decimals: 3 } }, 'celestia')).toEqual({
      symbol: 'X',
      decimals: 3,
    })
  })
})
