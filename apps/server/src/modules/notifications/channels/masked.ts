/** The host of an address, with its port. */
export function maskedHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '…'
}

/** `hooks.slack.com/…x7Q`: the host, and enough of the end to know which one is meant. */
export function maskedUrl(url: string): string {
  return `${maskedHost(url)}/…${url.slice(-3)}`
}
