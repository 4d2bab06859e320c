/** The one way out of the page. The only file that may name the browser's fetch. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export const browserFetch: Fetch = (url, init) => fetch(url, init)
