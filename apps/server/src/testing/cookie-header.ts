/** The Cookie header of a browser that keeps these; empty where it keeps none. */
export function cookieHeader(cookies: ReadonlyMap<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
