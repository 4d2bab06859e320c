import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The quick end of brotli: answers change with each block. */
export const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 }

/** A JSON body that is sent many times before it changes, with its tag. */
export interface KeptBody {
  etag: string
  bytes: Buffer
  /** Its compressed form, made outside the main thread when first asked for. */
  encoded(encoding: Encoding): Promise<Buffer>
}

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: brotliParams }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

export function keepBody(json: string, etag: string): KeptBody {
  const bytes = Buffer.from(json)
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    etag,
    bytes,
    encoded(encoding) {
      const known = made.get(encoding) ?? compress[encoding](bytes)
      made.set(encoding, known)
      return known
    },
  }
}
