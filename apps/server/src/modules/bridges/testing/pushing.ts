import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { create, toBinary } from '@bufbuild/protobuf'
import { ExportMetricsServiceRequestSchema } from '@roundsman/bridges/generated/opentelemetry/proto/collector/metrics/v1/metrics_service_pb'
import { gauge, someRequest } from '@roundsman/bridges/testing/some-request'

/** What a bridge of a test says of itself. */
export interface PushedBridge {
  peerId?: string
  height?: number
  namespace?: string
  kind?: string
  version?: string
  /** Unix seconds. */
  startedAt?: number
  /** That the key of its peer id signed the token. */
  proof?: string
  /** Attributes besides. */
  more?: Readonly<Record<string, string>>
}

/** A push of one or several bridges, as protobuf. */
export function pushBytes(...bridges: readonly PushedBridge[]): Buffer {
  const resourceMetrics = bridges.flatMap((said) => {
    const {
      peerId = 'ada',
      height = 20,
      namespace = 'simulated',
      kind = 'Bridge',
      version = 'v0.31.4',
    } = said
    const metrics = [
      gauge('hdr_store_head_height_gauge', BigInt(height)),
      gauge('node_start_ts', BigInt(said.startedAt ?? 1_790_000_000)),
      gauge('build_info', 1, { semantic_version: version }),
    ]
    const more = { ...said.more, ...(said.proof === undefined ? {} : { 'roundsman.proof': said.proof }) }
    return someRequest(metrics, peerId, { namespace, kind, more }).resourceMetrics
  })
  const request = create(ExportMetricsServiceRequestSchema, { resourceMetrics })
  return Buffer.from(toBinary(ExportMetricsServiceRequestSchema, request))
}

/** A bridge with a key, as celestia-node makes it: its peer id, and what its owner makes of a token with the key. */
export function keyedBridge(): { peerId: string; proofFor(token: string): string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  return {
    peerId: base58(Buffer.concat([Buffer.from('002408011220', 'hex'), bytes])),
    proofFor(token) {
      const hash = createHash('sha256').update(token).digest('hex')
      return sign(null, Buffer.from(`roundsman bridge ${hash}`), privateKey).toString('base64url')
    },
  }
}

/** Of bytes that begin with a zero. */
function base58(bytes: Buffer): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let text = ''
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n)
    text = `${alphabet[Number(rest % 58n)]}${text}`
  return `1${text}`
}
