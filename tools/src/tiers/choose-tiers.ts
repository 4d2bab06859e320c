/** Splits `a,b` and checks each name; the message says what there is. */
export function chooseTiers(text: string, known: readonly string[], where: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`${where} names ${unknown.join(', ')}; available: ${known.join(', ')}`)
  return names
}
