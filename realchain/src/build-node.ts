import { goVersion, nodeBinary } from './localnet/node-binary.ts'

/** Before all tests, and once: files that begin together would each compile the same node. Others have one file each. */
export default async function buildNode(): Promise<void> {
  if ((await goVersion()) !== null) await nodeBinary('0.53')
}
