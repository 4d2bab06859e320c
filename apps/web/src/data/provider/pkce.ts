import { browserBytes } from '../ids.ts'

/** A secret of this page and its digest: who brings the code back shows that it asked for it (RFC 7636, S256). */
export interface Pkce {
  verifier: string
  challenge: string
}

/** Null where the browser makes no digests: on plain http anywhere but on localhost. */
export async function createPkce(): Promise<Pkce | null> {
  // Missing there, whatever the types say.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return null
  const verifier = base64url(browserBytes(32))
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64url(new Uint8Array(digest)) }
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
