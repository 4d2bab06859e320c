import type { ProposalKind } from './governance-event.ts'

interface ProposalText {
  title: string
  summary: string
}

const signalling = `## Summary

This is a **signalling proposal**. It has no messages and changes nothing on chain.

1. Discuss the draft in the [forum](https://forum.example/t/4711)
2. Vote *Yes* to ask the core contributors to work on it

> Validators that abstain count towards the quorum.`

const parameters = `### Motivation

The present value was set at genesis, when there were **40** validators.

| Parameter | Now | Proposed |
| --- | --- | --- |
| \`max_validators\` | 100 | 110 |

All other parameters stay as they are.`

const spend = `# Funding request

We ask the community pool for **12 months** of funding.

- 60 % development
- 25 % audits
- 15 % infrastructure

Milestones and reports: <https://reports.example>. The recipient is a 3-of-5 multisig.`

const upgrade = `## Upgrade

Binaries and checksums are in the [release notes](https://releases.example/notes).

\`\`\`
sha256sum -c SHA256SUMS
\`\`\`

Please have the new binary in place **before** the upgrade height: nodes stop there by themselves.`

/** What real proposals are like. `#` becomes a number. */
export const proposalTexts: Readonly<Record<ProposalKind, readonly ProposalText[]>> = {
  text: [
    { title: 'Adopt the validator code of conduct, revision #', summary: signalling },
    { title: 'Signal support for a quarterly security review (#)', summary: signalling },
    { title: 'Ratify the constitution of the technical council, article #', summary: signalling },
  ],
  parameters: [
    { title: 'Raise the number of active validators (#)', summary: parameters },
    { title: 'Lengthen the signing window, step #', summary: parameters },
    { title: 'Lower the minimum gas price by # %', summary: parameters },
  ],
  spend: [
    { title: 'Fund the explorer and its API, term #', summary: spend },
    { title: 'Community grants, round #', summary: spend },
    { title: 'Relayer refunds for the month #', summary: spend },
  ],
  upgrade: [{ title: 'Software upgrade #', summary: upgrade }],
  other: [
    { title: 'Recover the expired client 07-tendermint-#', summary: signalling },
    { title: 'Allow list for contract deployments, batch #', summary: parameters },
  ],
}

const hidden = '\u202Egnp.exe.etadpu\u202C'
const zalgo = 'Z\u0338\u0341a\u0337\u034Bl\u0336\u0315g\u0335\u0342o\u0334\u0301'

/** What somebody writes who wants to harm readers, or does not care. No title is longer than chains allow. */
export const nastyTexts: readonly ProposalText[] = [
  {
    title: '<script>alert("voted")</script> Reduce the unbonding period',
    summary: `<img src=x onerror="alert(1)"> **Bold** <iframe src="https://evil.example"></iframe>\n\n[claim now](javascript:alert(1))`,
  },
  {
    title: `Read ${hidden} before you vote`,
    summary: `The title holds a right-to-left override. So does this line: \u202Egninrun si siht\u202C.`,
  },
  {
    title: '🚀🚀🚀 AIRDROP 🎁 2× your stake 👩‍👩‍👧‍👦 🏴‍☠️ claim-drop.example',
    summary: `![beacon](https://tracker.example/pixel.gif?who=you)\n\n# 🎁 [CLAIM](https://claim-drop.example) 🎁`,
  },
  { title: `${'Extend the extension of the '.repeat(9)}end`.slice(0, 140), summary: 'x'.repeat(10_000) },
  { title: `${zalgo} \u200B\u200B\u2060 governance`, summary: '' },
  { title: '"><svg/onload=alert(1)>', summary: '```\nnever closed\n\n> > > > > > deep\n\n* * *\n' },
  { title: 'Two\nlines\tand\u0000more', summary: '\r\n\r\n\r\n' },
  {
    title: '=HYPERLINK("https://evil.example","Vote")',
    summary: '@everyone <@1234> *Vote* now, `$(reboot)`',
  },
]

/** Why the messages of a proposal that passed fail, in the words of the modules. */
export const failureTexts: Partial<Readonly<Record<ProposalKind, string>>> = {
  spend: 'community pool does not have sufficient coins to distribute',
  parameters: 'invalid parameter: max validators must be positive',
  other: 'cannot recover client with ID 07-tendermint-9: client is still active: light client not found',
}
