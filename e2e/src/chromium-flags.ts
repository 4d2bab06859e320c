/** No request of the browser's own, and letters drawn alike on every machine: without hinting, gray at their edges. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  '--disable-lcd-text',
  '--force-color-profile=srgb',
  // A page lives for seconds: optimizing what it runs costs more than it saves.
  '--js-flags=--no-opt,--no-maglev',
]
