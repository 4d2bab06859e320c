/** Nine strips that stand for what the product does: all is well, except where it is not. Ornament, not data. */
export const stripWall: readonly string[] = [
  row({ p: [4, 6, 48] }),
  row({ p: [3, 30], n: [16, 24] }),
  row({ p: [24] }),
  row({ p: [34], m: [37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52] }),
  row({ n: [45] }),
  row({ p: [16, 42, 48] }),
  row({ p: [10, 13, 57, 58], m: [11, 12], n: [19, 27] }),
  row({ p: [20, 33, 49, 57], n: [10] }),
  row({ p: [12, 19, 21, 23, 31], n: [29] }),
]

function row(marks: Partial<Record<'p' | 'n' | 'm', number[]>>): string {
  const letters = Array.from({ length: 60 }, () => 's')
  for (const [letter, places] of Object.entries(marks)) for (const place of places) letters[place] = letter
  return letters.join('')
}
