/** Goes to another site in this tab. */
export function leaveSite(url: string): void {
  window.location.assign(url)
}
