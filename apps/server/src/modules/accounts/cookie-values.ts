/**
 * Every value a Cookie header carries under a name, at most four. A browser sends several when cookies of a domain
 * and of a host meet; taking only the first would let a planted one hide the real one.
 */
export function cookieValues(header: string | undefined, name: string): string[] {
  const values: string[] = []
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at < 0 || pair.slice(0, at).trim() !== name) continue
    const value = pair.slice(at + 1).trim()
    if (value !== '' && !values.includes(value)) values.push(value)
    if (values.length === 4) break
  }
  return values
}
