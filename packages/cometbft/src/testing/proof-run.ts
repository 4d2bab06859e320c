import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export type ProofRunName =
  | 'cometbft-1.0.1-bls12381'
  | 'sdk-0.46'
  | 'sdk-0.46-params'
  | 'sdk-0.53'
  | 'sdk-0.53-own-stakes'
  | 'sdk-0.53-secp256k1'

/** A recorded run of a chain: what each question was answered, by the name of the question (`commit-48`). */
export interface ProofRun {
  names(pattern: RegExp): string[]
  /** The `result` of an answer. */
  result(name: string): unknown
  /** `/commit` without a height, asked again and again: what the node had seen of its newest block. */
  seen(): unknown[]
}

type Files = Readonly<Record<string, { result: unknown }>> & { 'seen.json'?: { r: unknown }[] }
const unpacked = new Map<ProofRunName, Files>()

function filesOf(name: ProofRunName): Files {
  const known = unpacked.get(name)
  if (known !== undefined) return known
  const packed = readFileSync(new URL(`../fixtures/proofs/${name}.json.gz`, import.meta.url))
  const files = JSON.parse(gunzipSync(packed).toString('utf8')) as Files
  unpacked.set(name, files)
  return files
}

export function proofRun(name: ProofRunName): ProofRun {
  const files = filesOf(name)
  return {
    names: (pattern) =>
      Object.keys(files)
        .map((file) => file.replace(/\.json$/, ''))
        .filter((file) => pattern.test(file)),
    seen: () => (files['seen.json'] ?? []).map(({ r }) => r),
    result(file) {
      const answer = files[`${file}.json`]
      if (answer === undefined) throw new Error(`${name} has no ${file}`)
      return answer.result
    },
  }
}
