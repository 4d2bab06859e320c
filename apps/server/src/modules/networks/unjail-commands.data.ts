/**
 * How an operator takes a validator out of jail, by consensus chain id, as each chain's own documentation has it. `{id}`:
 * the chain id, `<key>` is for the operator to fill in. A chain that nobody listed has none.
 */
const bySlashing = (program: string) => `${program} tx slashing unjail --from <key> --chain-id {id}`
export const unjailCommands: readonly { chainId: RegExp; command: string }[] = [
  { chainId: /^(celestia|mocha-\d+)$/, command: bySlashing('celestia-appd') },
  { chainId: /^xrplevm_14(40000|49000)-\d+$/, command: bySlashing('exrpd') },
  { chainId: /^(story-1|devnet-1)$/, command: 'story validator unjail' },
  { chainId: /^althea_258432-\d+$/, command: bySlashing('althea') },
  { chainId: /^haqq_11235-\d+$/, command: bySlashing('haqqd') },
  { chainId: /^pio-mainnet-\d+$/, command: bySlashing('provenanced') },
]
