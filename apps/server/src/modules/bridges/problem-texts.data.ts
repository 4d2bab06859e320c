import type { BridgeTokenProblem } from '@roundsman/contract/bridge-tokens'

/** What the log of a bridge says: it prints the message of a partial success. English, as the rest of that log is. */
export const problemTexts: Readonly<Record<BridgeTokenProblem, string>> = {
  another_peer: 'this token belongs to another peer id: create a token for each bridge',
  wrong_network: 'this token is for another network than the one in service.namespace',
  contested:
    'another token has claimed this peer id: ask its owner to delete that token, or the site operator to release it',
  not_a_bridge: 'not a bridge node: service.name must be Bridge, service.instance.id its peer id',
  two_programs: 'two programs push with the same key: their start times alternate',
  released: 'the site operator has released this peer id: create a new token',
}

/** What the holder of a contested peer id is told: its own pushes are taken. */
export const contestedText = 'somebody else pushes with your peer id; their data is refused'
