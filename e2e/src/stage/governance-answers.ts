import type {
  Governance,
  Participation,
  Proposal,
  ProposalDetails,
  Upgrade,
  ValidatorVotes,
} from '@roundsman/contract/governance/governance'
import { listOf, type Situation, stageTime } from './answers.ts'

const at = (hours: number) => new Date(stageTime.getTime() + hours * 3_600_000).toISOString()
const million = (amount: number) => `${Math.round(amount * 1_000)}000000000`

const base: Omit<Proposal, 'id' | 'proposal_id' | 'title'> = {
  ...({ kind: 'TEXT', state: 'VOTING', is_expedited: false, assurance: 'PROVEN' } as const),
  ...{ voting_start_at: at(-80), voting_end_at: at(88), turnout: null, quorum: 0.334, tally: null },
  ...{ voted: [], not_voted: [], unknown: [] },
}

type Change = Partial<Proposal> & Pick<Proposal, 'id' | 'proposal_id' | 'title'>
const proposal = (change: Change): Proposal => ({
  ...base,
  voted: [],
  not_voted: [],
  unknown: [],
  ...change,
})

/** Titles as somebody may write them: long, turned around (U+202E), with marks over other lines, and none at all. */
const open: readonly Proposal[] = [
  proposal({
    ...{ id: 41, proposal_id: 29, title: 'Raise the maximum block size to 32 MiB', kind: 'PARAMETERS' },
    ...{ is_expedited: true, voting_start_at: at(-19), voting_end_at: at(5), turnout: 0.4127 },
    tally: { yes: million(182.4), no: million(21.9), no_with_veto: million(3.1), abstain: million(45.3) },
    ...{ voted: [1], not_voted: [18, 27], unknown: [13] },
  }),
  proposal({
    ...{ id: 40, proposal_id: 28, kind: 'SOFTWARE_UPGRADE', turnout: 0.2204, voting_end_at: at(52) },
    title:
      'Upgrade to v6: state-sync from snapshots, shorter unbonding, a new fee market, and everything else that the working groups of the last three quarters have agreed on',
    tally: { yes: million(134.9), no: '0', no_with_veto: '0', abstain: million(0.2) },
    ...{ assurance: 'AGREED', voted: [18, 27, 1], unknown: [13] },
  }),
  proposal({
    ...{ id: 39, proposal_id: 27, voting_start_at: at(-1), voting_end_at: at(167), quorum: null },
    title: '\u202Eevil si siht\u202C <b>Free</b> airdrop\n\n\nZ̵̡̛̺͎̝͇̙͉͒̇͛̈́̓͝algo https://claim.example/?a=1',
    tally: { yes: '0', no: '0', no_with_veto: '0', abstain: '0' },
    ...{ turnout: 0, assurance: 'SINGLE', unknown: [18, 27, 1, 13] },
  }),
]

const results = [
  ['Fund the relayer programme for two quarters', 'SPEND', 'PASSED', [18, 27, 1], [], [13]],
  ['', 'OTHER', 'REJECTED', [18], [27, 1], [13]],
  ['Lower the minimum commission to 3%', 'PARAMETERS', 'FAILED', [18, 27, 1, 13], [], []],
  ['A charter for the community council', 'TEXT', 'CANCELLED', [], [], [18, 27, 1, 13]],
  ['Upgrade to v5', 'SOFTWARE_UPGRADE', 'PASSED', [18, 27, 1, 13], [], []],
] as const

const past: readonly Proposal[] = results.map(([title, kind, state, voted, missed, unknown], index) =>
  proposal({
    ...{ id: 38 - index, proposal_id: 26 - index, title, kind, state },
    ...{ voting_start_at: at(-24 * (20 + index * 31)), voting_end_at: at(-24 * (13 + index * 31)) },
    ...{ turnout: state === 'CANCELLED' ? null : 0.51 - index * 0.06 },
    tally:
      state === 'CANCELLED'
        ? null
        : { yes: million(210), no: million(12), no_with_veto: million(2), abstain: million(9) },
    ...{ voted: [...voted], not_voted: [...missed], unknown: [...unknown] },
  }),
)

const upgrade: Upgrade = {
  ...{ name: null, version: 6, height: null, at: null, assurance: 'PROVEN' },
  signalling: { version: 6, power_share: 0.7312, threshold: 5 / 6, missing: [5, 18, 23, 27, 31] },
}
const planned: Upgrade = {
  ...{
    name: 'v6.0.0',
    version: null,
    height: 9_440_118,
    at: at(46.5),
    assurance: 'PROVEN',
    signalling: null,
  },
}

/** What is voted on and planned on the first network. */
export function governanceOf(as: Situation): Governance {
  if (as === 'no-alerts') return { proposals: [], upgrade: null }
  return { proposals: [...open, ...past], upgrade: as === 'planned' ? planned : upgrade }
}

/** What somebody may put into a text: HTML, images, links that say otherwise, and what is nested without end. */
const hostile = `# Claim your airdrop

<script>alert(1)</script> <img src=x onerror=alert(1)> <b>Bold?</b>

![pixel](https://tracker.example/p.png) and [https://forum.celestia.org](https://claim.example/drain) and [free](javascript:alert(1)) and https://docs.example/v6.

> ${'> '.repeat(40)}deep

| Option | Reward |
|---|---|
| Yes | 1,000,000,000,000,000,000,000,000,000,000 TIA |

${'longwordwithoutanybreak'.repeat(12)}
\u202Eevil si siht`

const upgradeText = `## What changes

- State sync from **snapshots** of the last 24 hours
- Unbonding takes *14 days* (21 before)
- See the [release notes](https://github.example/releases/v6.0.0) and the [forum](https://forum.example/t/v6)

## What operators do

1. Build \`v6.0.0\` and check its hash
2. Signal readiness:

\`\`\`
celestia-appd tx signal signal 6 --from <key>
\`\`\`

> Nodes that run v5 stop at the height of the upgrade.
`

/** A proposal in full, by the chain's number; undefined: there is none. */
export function proposalOf(number: number, as: Situation): ProposalDetails | undefined {
  const found = governanceOf(as).proposals.find(({ proposal_id }) => proposal_id === number)
  if (!found) return undefined
  const isUpgrade = found.kind === 'SOFTWARE_UPGRADE'
  const rows = listOf(1, as).validators
  const mine = new Set([...found.voted, ...found.not_voted, ...found.unknown])
  const look = { height: 9_411_900, at: at(-0.2), assurance: 'PROVEN' } as const
  const others = rows
    .map(({ id }) => id)
    .filter((id) => !mine.has(id))
    .slice(0, 24)
  return {
    ...found,
    summary: found.proposal_id === 27 ? hostile : isUpgrade ? upgradeText : 'Short, and to the point.',
    is_shortened: found.proposal_id === 27,
    proposer: 'celestia1q5v9d4k3xw2m7n8p0r6t5y4u3i2o1a9s8d7f6g',
    failed_reason:
      found.state === 'FAILED' ? 'minimum commission below the chain’s floor: invalid request' : null,
    vote_command: `celestia-appd tx gov vote ${number} <option> --from <key> --chain-id celestia`,
    messages: isUpgrade
      ? [
          {
            type: '/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade',
            plan: { name: 'v6', height: 9_440_118 },
            fields: [{ name: 'authority', value: 'celestia10d07y265gmmuvt4z0w9aw880jnsr700jtgz4v7' }],
          },
        ]
      : [],
    votes:
      found.turnout === 0
        ? []
        : [
            ...found.voted.map((id, index) => ({
              ...{ validator_id: id, ...look, at: at(-9 - index), height: 9_400_000 + index },
              vote:
                index === 1
                  ? (
                      [
                        { option: 'YES', weight: 0.7 },
                        { option: 'ABSTAIN', weight: 0.3 },
                      ] as const satisfies object
                    ).map((part) => ({ ...part }))
                  : [{ option: 'YES' as const, weight: 1 }],
            })),
            ...found.not_voted.map((id) => ({ validator_id: id, ...look, vote: null })),
            ...others.map((id, index) => ({
              ...{ validator_id: id, ...look },
              vote:
                index % 4 === 0
                  ? null
                  : [
                      {
                        option: (['YES', 'NO', 'ABSTAIN', 'NO_WITH_VETO'] as const)[index % 4] ?? 'YES',
                        weight: 1,
                      },
                    ],
            })),
          ],
  }
}

/** Who voted in the last ten: most of the list, some not always, and some of whom it is not known. */
export function participationOf(): Participation {
  const rows = listOf(1, 'live').validators.filter((_, index) => index % 5 !== 4)
  return {
    proposals: 10,
    validators: rows.map(({ id }, index) => ({
      validator_id: id,
      voted: 10 - (index % 4) * 2 - (index % 3 === 0 ? 1 : 0),
      not_voted: (index % 4) * 2,
    })),
  }
}

/** What a validator of the user's did on each proposal. */
export function votesOf(id: number): ValidatorVotes {
  const look = { at: at(-0.2), height: 9_411_900, assurance: 'PROVEN' } as const
  return {
    votes: [...open, ...past].map(
      ({ proposal_id, title, kind, state, is_expedited, voting_end_at, voted, not_voted }) => {
        const did = voted.includes(id) ? 'VOTED' : not_voted.includes(id) ? 'NOT_VOTED' : 'UNKNOWN'
        return {
          ...{ proposal_id, title, kind, state, is_expedited, voting_end_at, did },
          vote:
            did !== 'VOTED'
              ? null
              : proposal_id % 3 === 0
                ? [
                    { option: 'YES', weight: 0.7 },
                    { option: 'ABSTAIN', weight: 0.3 },
                  ]
                : [{ option: 'YES', weight: 1 }],
          ...(did === 'UNKNOWN' ? { at: null, height: null, assurance: null } : look),
        }
      },
    ),
  }
}
