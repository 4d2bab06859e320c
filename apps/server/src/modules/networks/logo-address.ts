/**
 * Where the page finds a network's logo. The catalogue names one of those that the page ships
 * (apps/web/public/networks), or the address of another picture. A name that none has leads nowhere, and the page
 * draws the first letter.
 */
export function logoAddress(logo: string): string {
  return /^(https?:\/)?\//.test(logo) ? logo : `/networks/${encodeURIComponent(logo)}.svg`
}
