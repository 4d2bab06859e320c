import { goVersion, nodeBinary } from './localnet/node-binary.ts'

/** Before all tests, and once: files that begin together would each compile the same node. That of SDK 0.46 has one file. */
export default async function buildNode(): Promise<void> {
  if ((await goVersion()) !== null) await nodeBinary('0.53')
}
