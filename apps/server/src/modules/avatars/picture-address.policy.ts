/** Where keybase keeps pictures, by host and beginning of the path. */
const places: readonly (readonly [host: string, path: string])[] = [
  ['s3.amazonaws.com', '/keybase_processed_uploads/'],
  ['keybase.io', '/'],
]

/**
 * True for an address of a picture that is fetched: by https, where keybase keeps them. An answer may name any
 * address; one inside the operator's network is never asked, since its name is none of these.
 */
export function isPictureAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, pathname, username, password } = new URL(address)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return places.some(([known, path]) => host === known && pathname.startsWith(path))
}
