import { describe, expect, test } from 'vitest'
import { headerSubscription, parseHintAddress, readHintFrame } from './header-hint.ts'

describe('R70: where headers are announced', () => {
  test.each([
    ['https://rpc.example.org', 'wss://rpc.example.org/websocket'],
    ['https://rpc.example.org:443/celestia/', 'wss://rpc.example.org/celestia/websocket'],
    ['http://127.0.0.1:26657', 'ws://127.0.0.1:26657/websocket'],
    [
      'https://rpc.example.org/v1/0caa84c4?apikey=secret1',
      'wss://rpc.example.org/v1/0caa84c4/websocket?apikey=secret1',
    ],
  ])('%s → %s', (url, target) => {
    expect(parseHintAddress(url).target).toBe(target)
  })

  test('user and password go as basic authorization, and no other header of a POST goes with them', () => {
    const { target, headers, host, redact } = parseHintAddress('https://alice:wonderland@rpc.example.org/x')
    expect([target, host]).toEqual(['wss://rpc.example.org/x/websocket', 'rpc.example.org'])
    expect(headers).toEqual({ authorization: `Basic ${btoa('alice:wonderland')}` })
    expect(redact('no wonderland at wss://rpc.example.org/x/websocket')).toBe('no [hidden] at [address]')
  })

  test('of all events the headers alone are asked for', () => {
    expect(JSON.parse(headerSubscription)).toMatchObject({
      method: 'subscribe',
      params: { query: "tm.event='NewBlockHeader'" },
    })
  })
})

const header = {
  version: { block: '11' },
  chain_id: 'celestia',
  height: '1234',
  time: '2026-11-22T00:00:00Z',
}
const frame = (value: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    result: { query: 'q', data: { type: 'tendermint/event/NewBlockHeader', value } },
  })

describe('R71: what a message says', () => {
  test.each([
    ['0.38 and 0.40', frame({ header })],
    [
      '0.37',
      frame({ header, result_begin_block: { events: [] }, result_end_block: { validator_updates: null } }),
    ],
    ['0.34', frame({ header, num_txs: '3', result_begin_block: {}, result_end_block: {} })],
    ['a proxy that rewrites numbers', frame({ header: { ...header, height: 1234 } })],
  ])('a header of %s', (_version, text) => {
    expect(readHintFrame(text)).toEqual({ kind: 'header', chainId: 'celestia', height: 1234 })
  })

  test('that the subscription stands, and that it does not', () => {
    expect(readHintFrame('{"jsonrpc":"2.0","id":1,"result":{}}')).toEqual({ kind: 'subscribed' })
    const error = { code: -32603, message: 'Internal error', data: 'max_subscriptions_per_client 5 reached' }
    expect(readHintFrame(JSON.stringify({ jsonrpc: '2.0', id: 1, error }))).toEqual({
      kind: 'refused',
      reason: 'Internal error: max_subscriptions_per_client 5 reached',
    })
  })

  test.each([
    '',
    'null',
    '[]',
    '<html>forbidden</html>',
    '{"result":{"data":{"value":{"header":{"height":"-1","chain_id":"celestia"}}}}}',
    '{"result":{"data":{"value":{"header":{"height":"99999999999999999999","chain_id":"celestia"}}}}}',
    '{"result":{"data":{"value":{"header":{"height":"1.5","chain_id":"celestia"}}}}}',
    '{"result":{"data":{"value":{"header":{"height":"5"}}}}}',
    '{"result":{"data":{"type":"tendermint/event/NewBlock","value":{"block":{"header":{"height":"5"}}}}}}',
    '['.repeat(100_000),
  ])('nothing that is of use: %.40s', (text) => {
    expect(readHintFrame(text)).toEqual({ kind: 'unparsable' })
  })
})
