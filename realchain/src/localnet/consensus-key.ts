import { createECDH, createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What validators sign blocks with: CometBFT's default, and the kind that Story has. */
export type KeyKind = 'ed25519' | 'secp256k1'

/** The node's own commands make ed25519 keys only; CometBFT reads any kind from the file. */
export async function writeSecp256k1Key(home: string): Promise<void> {
  const pair = createECDH('secp256k1')
  pair.generateKeys()
  const publicKey = pair.getPublicKey(null, 'compressed')
  const address = createHash('ripemd160')
    .update(createHash('sha256').update(publicKey).digest())
    .digest('hex')
  const secret = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32)
  const key = {
    address: address.toUpperCase(),
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: publicKey.toString('base64') },
    priv_key: { type: 'tendermint/PrivKeySecp256k1', value: secret.toString('base64') },
  }
  await writeFile(join(home, 'config', 'priv_validator_key.json'), JSON.stringify(key))
}
