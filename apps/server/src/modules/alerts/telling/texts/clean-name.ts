/** Longest name that a message shows; monikers may have 70 characters and more. */
const longestName = 40

/**
 * A name that somebody chose, as it is safe to show in any message: one line without control and format characters
 * (those turn the direction of writing or hide), few marks on a letter, and cut.
 */
export function cleanName(name: string, longest = longestName): string {
  const line = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\ufffd]+/gu, ' ')
    .replace(/(\p{M}{2})\p{M}+/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...line]
  return letters.length <= longest
    ? line
    : `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
