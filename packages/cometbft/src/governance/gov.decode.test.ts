import { concatBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ShapeError } from '../errors.ts'
import { bytesField, intField, messageField } from '../protobuf.ts'
import {
  anyBytes,
  END_NS,
  PARAMS_RECORD,
  proposalBytes,
  START,
  voteBytes,
} from '../testing/governed-chain.ts'
import {
  decodeLegacyTallyParams,
  decodeParamsAnswer,
  decodeParamsRecord,
  decodeProposal,
  decodeProposalAnswer,
  decodeProposalsPage,
  decodeTallyAnswer,
  decodeVote,
  decodeVoteAnswer,
} from './gov.decode.ts'
import { readMessage } from './wire-message.ts'

const OPERATOR = 'cosmosvaloper1gfpyysjzgfpyysjzgfpyysjzgfpyysjz89lhg2'
const OTHER = 'cosmosvaloper1qp4j6m7jxlngry0x8hzr74y3vwsjyy2k5juejy'
const voterHex = '42'.repeat(20)
const plan = (name: string, height: number) =>
  concatBytes(bytesField(1, name), intField(3, height), bytesField(4, 'https://example.com/v2'))
const upgrade = anyBytes(
  '/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade',
  concatBytes(
    bytesField(1, 'cosmos10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn'),
    messageField(2, plan('v2', 900)),
  ),
)
const envelope = (typeUrl: string, content: Uint8Array) =>
  anyBytes(
    '/cosmos.gov.v1.MsgExecLegacyContent',
    concatBytes(messageField(1, anyBytes(typeUrl, content)), bytesField(2, 'x')),
  )
const text = envelope(
  '/cosmos.gov.v1beta1.TextProposal',
  concatBytes(bytesField(1, 'An old title'), bytesField(2, 'An old text')),
)

describe('R100: a proposal of x/gov v1', () => {
  test('of SDK 0.50 and later has everything of its own', () => {
    const fields = {
      id: 7,
      isExpedited: true,
      failedReason: 'out of gas',
      title: 'Raise the limit',
      messages: [upgrade],
    }
    expect(decodeProposal(proposalBytes(fields))).toEqual({
      votingEndNs: END_NS,
      proposal: {
        id: 7,
        title: 'Raise the limit',
        summary: 'What it is about',
        isShortened: false,
        proposer: 'cosmos1gfpyysjzgfpyysjzgfpyysjzgfpyysjzdhvklw',
        kind: 'SOFTWARE_UPGRADE',
        messages: [
          {
            typeUrl: '/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade',
            plan: { name: 'v2', height: 900 },
            fields: [
              { name: 'authority', value: 'cosmos10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn' },
              { name: 'plan.name', value: 'v2' },
              { name: 'plan.height', value: '900' },
              { name: 'plan.info', value: 'https://example.com/v2' },
            ],
          },
        ],
        status: 'VOTING_PERIOD',
        isExpedited: true,
        submittedAt: (START - 60) * 1_000,
        votingStartAt: START * 1_000,
        votingEndAt: Number(END_NS / 1_000_000n),
        finalTally: null,
        failedReason: 'out of gas',
      },
    })
  })

  const old = { id: 3, title: '', summary: '', proposer: '' }

  test('of SDK 0.46 has its title in its content', () => {
    expect(decodeProposal(proposalBytes({ ...old, messages: [text] })).proposal).toMatchObject({
      title: 'An old title',
      summary: 'An old text',
      proposer: null,
      kind: 'TEXT',
      failedReason: null,
      messages: [{ typeUrl: '/cosmos.gov.v1beta1.TextProposal', plan: null }],
    })
  })

  test.each([
    ['JSON', '{"title":"Said there","summary":"And why"}', 'Said there', 'And why'],
    ['JSON with details', '{"title":"Said there","details":"In detail"}', 'Said there', 'In detail'],
    ['an address', 'ipfs://CID', '', ''],
    ['JSON that is no object', '["title"]', '', ''],
    ['a title that is no text', '{"title":{"a":1}}', '', ''],
  ])('of SDK 0.46 without a content has it in its metadata: %s', (_name, metadata, title, summary) => {
    expect(decodeProposal(proposalBytes({ ...old, metadata })).proposal).toMatchObject({ title, summary })
  })

  test.each([
    [3, 'PASSED'],
    [4, 'REJECTED'],
    [5, 'FAILED'],
  ])('that has ended has its tally: status %i', (status, name) => {
    const { proposal } = decodeProposal(proposalBytes({ id: 1, status, tally: ['700', '10', '200', '90'] }))
    expect(proposal.status).toBe(name)
    expect(proposal.finalTally).toEqual({ yes: 700n, abstain: 10n, no: 200n, noWithVeto: 90n })
  })

  test('in its deposit period has no period of votes', () => {
    const { proposal, votingEndNs } = decodeProposal(proposalBytes({ id: 1, status: 1 }))
    expect([proposal.votingStartAt, proposal.votingEndAt, votingEndNs, proposal.finalTally]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('too long for a page is cut, and says so', () => {
    const { proposal } = decodeProposal(
      proposalBytes({ id: 1, title: 'т'.repeat(400), summary: `${'x'.repeat(19_999)}😀😀` }),
    )
    expect([proposal.title.length, proposal.summary.length, proposal.isShortened]).toEqual([
      300,
      19_999,
      true,
    ])
  })

  test('fields that a fork adds are skipped', () => {
    const record = proposalBytes({ id: 1 })
    const more = concatBytes(
      record,
      Uint8Array.of(0xf2, 0x01, 2, 7, 7),
      Uint8Array.of(0xf9, 0x01, 1, 2, 3, 4, 5, 6, 7, 8),
    )
    expect(decodeProposal(more)).toEqual(decodeProposal(record))
  })

  test.each([
    ['no status', concatBytes(intField(1, 1))],
    ['a status that nobody knows', proposalBytes({ id: 1, status: 9 })],
    ['no id', concatBytes(intField(3, 2))],
    ['an end that is cut off', proposalBytes({ id: 1 }).slice(0, -3)],
    [
      'a time of a billion years',
      concatBytes(intField(1, 1), intField(3, 2), messageField(9, intField(1, 2n ** 60n))),
    ],
    ['a tally below nothing', proposalBytes({ id: 1, status: 3, tally: ['-1', '0', '0', '0'] })],
  ])('with %s is none', (_name, bytes) => {
    expect(() => decodeProposal(bytes)).toThrow(ShapeError)
  })

  test('a page has the next one’s key', () => {
    const page = concatBytes(
      messageField(1, proposalBytes({ id: 1 })),
      messageField(2, bytesField(1, 'next')),
    )
    expect(decodeProposalsPage(page)).toMatchObject({
      items: [{ proposal: { id: 1 } }],
      nextKey: new TextEncoder().encode('next'),
    })
  })
})

describe('R101: what a proposal would do', () => {
  const kindOf = (...messages: readonly Uint8Array[]) =>
    decodeProposal(proposalBytes({ id: 1, messages })).proposal.kind
  const of = (typeUrl: string) => anyBytes(typeUrl, new Uint8Array())

  test.each([
    ['/cosmos.upgrade.v1beta1.MsgCancelUpgrade', 'SOFTWARE_UPGRADE'],
    ['/cosmos.gov.v1.MsgUpdateParams', 'PARAMETERS'],
    ['/cosmos.distribution.v1beta1.MsgCommunityPoolSpend', 'SPEND'],
    ['/cosmos.protocolpool.v1.MsgCommunityPoolSpend', 'SPEND'],
    ['/cosmos.bank.v1beta1.MsgSend', 'SPEND'],
    ['/cosmwasm.wasm.v1.MsgStoreCode', 'OTHER'],
  ])('%s is %s', (typeUrl, kind) => {
    expect(kindOf(of(typeUrl))).toBe(kind)
  })

  test('nothing is a text; two kinds are OTHER; an upgrade among them is an upgrade', () => {
    const params = of('/cosmos.staking.v1beta1.MsgUpdateParams')
    expect(kindOf()).toBe('TEXT')
    expect(kindOf(params, params)).toBe('PARAMETERS')
    expect(kindOf(params, of('/cosmos.bank.v1beta1.MsgSend'))).toBe('OTHER')
    expect(kindOf(params, upgrade)).toBe('SOFTWARE_UPGRADE')
  })

  test('the plan of 0.46’s proposal is found in its content', () => {
    const content = concatBytes(
      bytesField(1, 'Upgrade'),
      bytesField(2, 'To v3'),
      messageField(3, plan('v3', 1_200)),
    )
    const messages = [envelope('/cosmos.upgrade.v1beta1.SoftwareUpgradeProposal', content)]
    const { proposal } = decodeProposal(proposalBytes({ id: 1, title: '', summary: '', messages }))
    expect(proposal).toMatchObject({
      title: 'Upgrade',
      kind: 'SOFTWARE_UPGRADE',
      messages: [{ plan: { name: 'v3', height: 1_200 } }],
    })
  })

  test('a message of an unknown type is shown as far as it can be read', () => {
    const value = concatBytes(
      bytesField(1, 'celestia1abc'),
      messageField(2, concatBytes(intField(1, 42), bytesField(2, 'text within'))),
      bytesField(3, Uint8Array.of(0xff, 0xfe, 0x01)),
      intField(4, -5),
    )
    const { proposal } = decodeProposal(proposalBytes({ id: 1, messages: [anyBytes('/a.b.MsgC', value)] }))
    expect(proposal.messages[0]?.fields).toEqual([
      { name: '1', value: 'celestia1abc' },
      { name: '2.1', value: '42' },
      { name: '2.2', value: 'text within' },
      { name: '3', value: 'fffe01' },
      { name: '4', value: '-5' },
    ])
  })

  test('is bounded: messages, their fields, the length of each and of all', () => {
    const long = (count: number) =>
      anyBytes(
        '/a.b.MsgC',
        concatBytes(...Array.from({ length: count }, () => bytesField(1, 'y'.repeat(3_000)))),
      )
    const many = [...Array.from({ length: 120 }, () => long(70)), upgrade]
    const { proposal } = decodeProposal(proposalBytes({ id: 1, messages: many }))
    expect(proposal.isShortened).toBe(true)
    // What is planned is not lost among them.
    expect(proposal.messages).toHaveLength(51)
    expect(proposal.messages.at(-1)?.plan).toEqual({ name: 'v2', height: 900 })
    expect(proposal.messages.map(({ fields }) => fields.length)).toEqual(Array.from({ length: 51 }, () => 0))
    const few = decodeProposal(proposalBytes({ id: 1, messages: [long(40), long(40), long(70)] })).proposal
    // 50,000 characters of all together.
    expect(few.messages.map((one) => one.fields.length)).toEqual([40, 0, 0])
    expect(few.messages[0]?.fields[0]?.value).toHaveLength(1_001)
    expect(few.isShortened).toBe(true)
    const short = anyBytes('/a.b.MsgC', concatBytes(...Array.from({ length: 70 }, () => intField(1, 1))))
    const shortened = decodeProposal(proposalBytes({ id: 1, messages: [short] })).proposal
    expect([shortened.messages[0]?.fields.length, shortened.isShortened]).toEqual([60, true])
  })

  test.each([
    ['height 0', plan('v2', 0)],
    ['a height below nothing', plan('v2', -5)],
    ['rubbish', Uint8Array.of(0xff, 0xff)],
  ])('a plan with %s is none', (_name, bytes) => {
    const message = anyBytes('/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade', messageField(2, bytes))
    const { proposal } = decodeProposal(proposalBytes({ id: 1, messages: [message] }))
    expect([proposal.kind, proposal.messages[0]?.plan]).toEqual(['SOFTWARE_UPGRADE', null])
  })
})

describe('R103: a vote', () => {
  const wanted = { proposalId: 7, voterHex }

  test('has options with weights, as many places as the voter wrote', () => {
    const vote = voteBytes(7, OPERATOR, [
      [1, '0.700000000000000000'],
      [4, '0.3'],
    ])
    expect(decodeVote(vote, wanted)).toEqual([
      { option: 'YES', weight: '0.700000000000000000' },
      { option: 'NO_WITH_VETO', weight: '0.300000000000000000' },
    ])
    expect(decodeVoteAnswer(messageField(1, voteBytes(7, OPERATOR, [[2, '1']])), wanted)).toEqual([
      { option: 'ABSTAIN', weight: '1.000000000000000000' },
    ])
  })

  test.each([
    ['of another voter', voteBytes(7, OTHER, [[1, '1']])],
    ['on another proposal', voteBytes(8, OPERATOR, [[1, '1']])],
    ['for nothing', voteBytes(7, OPERATOR, [])],
    ['for an option that there is not', voteBytes(7, OPERATOR, [[9, '1']])],
    [
      'of more than one',
      voteBytes(7, OPERATOR, [
        [1, '0.7'],
        [3, '0.7'],
      ]),
    ],
    ['of a weight that is no number', voteBytes(7, OPERATOR, [[1, 'all']])],
  ])('%s is none', (_name, vote) => {
    expect(() => decodeVote(vote, wanted)).toThrow(ShapeError)
  })
})

describe('R100: parameters of x/gov', () => {
  const all = {
    quorum: '0.334000000000000000',
    threshold: '0.500000000000000000',
    vetoThreshold: '0.334000000000000000',
  }

  test('of SDK 0.47 and later stand in one record', () => {
    expect(decodeParamsRecord(PARAMS_RECORD)).toEqual({ ...all, expeditedThreshold: '0.667000000000000000' })
    expect(decodeParamsAnswer(messageField(4, PARAMS_RECORD))).toEqual(decodeParamsRecord(PARAMS_RECORD))
  })

  test('of SDK 0.46 are asked for by themselves, and lie in x/params as JSON', () => {
    const tally = concatBytes(bytesField(1, '0.334'), bytesField(2, '0.5'), bytesField(3, '0.334'))
    expect(decodeParamsAnswer(messageField(3, tally))).toEqual({ ...all, expeditedThreshold: null })
    const json =
      '{"quorum":"0.334000000000000000","threshold":"0.500000000000000000","veto_threshold":"0.334000000000000000"}'
    expect(decodeLegacyTallyParams(Buffer.from(json))).toEqual({ ...all, expeditedThreshold: null })
    for (const bytes of ['', '{}', '[]', '{"quorum":1}'])
      expect(() => decodeLegacyTallyParams(Buffer.from(bytes))).toThrow()
  })
})

describe('R50: no bytes do more than fail', () => {
  const decoders: [string, (bytes: Uint8Array) => unknown][] = [
    ['a message', readMessage],
    ['a proposal', decodeProposal],
    ['an answer with a proposal', decodeProposalAnswer],
    ['a page', decodeProposalsPage],
    ['a vote', (bytes) => decodeVote(bytes, { proposalId: 7, voterHex })],
    ['parameters', decodeParamsAnswer],
    ['a record of parameters', decodeParamsRecord],
    ['a tally', decodeTallyAnswer],
  ]
  const orFails = (read: () => unknown) => {
    try {
      read()
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error
    }
  }

  test.each(decoders)('random ones as %s', (_name, decode) => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => orFails(() => decode(bytes))),
      { verbose: true },
    )
  })

  const whole = proposalBytes({ id: 7, messages: [upgrade, text], metadata: '{"title":"x"}' })

  test('true ones with some changed, as a proposal', () => {
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        orFails(() => decodeProposal(bytes))
      }),
      { verbose: true, numRuns: 1_000 },
    )
  })

  test('a million empty fields are refused before they cost anything', () => {
    expect(() =>
      readMessage(new Uint8Array(2_000_000).fill(0x0a).map((byte, at) => (at % 2 === 0 ? byte : 0))),
    ).toThrow('more than 10000 fields')
  })

  test('messages within messages are looked into a few deep', () => {
    let deep = bytesField(1, Uint8Array.of(1))
    for (let count = 0; count < 1_000; count++) deep = messageField(1, deep)
    const { proposal } = decodeProposal(proposalBytes({ id: 1, messages: [anyBytes('/a.b.MsgC', deep)] }))
    expect(proposal.messages[0]?.fields).toHaveLength(1)
  })
})
