/**
 * What keybase can be asked about: an identity that is the last 16 hex digits of a key's fingerprint, in capitals.
 * Identities are free text; null where it is anything else.
 */
export function keySuffixOf(identity: string | null): string | null {
  const text = identity?.trim() ?? ''
  return /^[0-9a-f]{16}$/i.test(text) ? text.toUpperCase() : null
}
