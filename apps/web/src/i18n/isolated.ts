/**
 * A name that somebody else wrote, for a sentence, a canvas or a picture: letters that turn the direction of writing
 * (U+202E) turn nothing but their own name. Isolates of its own it loses, since one of them could end this one.
 */
export function isolated(name: string): string {
  return `\u2068${name.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`
}
