/** The way out to the network. The only file that may name the global `fetch`; everything else is handed one. */
export const systemFetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)
