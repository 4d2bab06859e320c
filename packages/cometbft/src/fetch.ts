/** What is needed of a platform's `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>
