import fc from 'fast-check'

type Path = readonly (string | number)[]

const NASTY = [
  '',
  '-1',
  '0',
  '00',
  '1e3',
  '9223372036854775807',
  '99999999999999999999999999',
  '9'.repeat(400),
  ' 7',
  '0x10',
  'not hex',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-99-99T00:00:00Z',
  '====',
  'AAAA',
  '__proto__',
  null,
  true,
  -1,
  1.5,
  1e300,
  [],
  {},
  [null],
  [[[[]]]],
]

/** A JSON value with one to three places of it gone, doubled, or replaced by something else. */
export function mangledJson(value: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(value, [])
  const replacement = fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue({ maxDepth: 2 }))
  const change = fc.record({
    path: fc.constantFrom(...paths),
    how: fc.constantFrom('replace', 'replace', 'replace', 'drop', 'double'),
    replacement,
  })
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let result = structuredClone(value)
    for (const { path, how, replacement: other } of changes) result = changed(result, path, how, other)
    return result
  })
}

/** A change to an answer that is not known yet; null lets it pass. */
type LaterChange = { pick: number; how: string; other: unknown } | null

export function laterChange(): fc.Arbitrary<LaterChange> {
  const change = fc.record({
    pick: fc.nat(),
    how: fc.constantFrom('replace', 'drop', 'double'),
    other: fc.constantFrom(...NASTY),
  })
  return fc.option(change, { freq: 2 })
}

export function changeLater(value: unknown, change: LaterChange): unknown {
  if (change === null) return value
  const paths = pathsOf(value, [])
  return changed(value, paths[change.pick % paths.length] ?? [], change.how, change.other)
}

/** Bytes with some of them flipped, cut off or added. */
export function mangledBytes(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const flips = fc.array(fc.tuple(fc.nat({ max: Math.max(0, bytes.length - 1) }), fc.nat({ max: 255 })), {
    maxLength: 6,
  })
  return fc
    .record({
      flips,
      cut: fc.nat({ max: bytes.length }),
      keep: fc.boolean(),
      tail: fc.uint8Array({ maxLength: 12 }),
    })
    .map(({ flips: changes, cut, keep, tail }) => {
      const copy = Uint8Array.from(bytes)
      for (const [at, byte] of changes) copy[at] = byte
      const head = keep ? copy : copy.slice(0, cut)
      return Uint8Array.from([...head, ...tail])
    })
}

function pathsOf(value: unknown, path: Path): Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => pathsOf(item, [...path, index]))]
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, item]) => pathsOf(item, [...path, key]))]
}

function changed(value: unknown, path: Path, how: string, other: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return how === 'drop' ? null : other
  if (Array.isArray(value) && typeof step === 'number' && step < value.length) {
    const items: unknown[] = [...(value as unknown[])]
    if (rest.length > 0) items[step] = changed(items[step], rest, how, other)
    else if (how === 'drop') items.splice(step, 1)
    else if (how === 'double') items.splice(step, 0, items[step])
    else items[step] = other
    return items
  }
  if (typeof value !== 'object' || value === null || !(step in value)) return value
  const fields: Record<string, unknown> = { ...value }
  if (rest.length === 0 && how === 'drop') delete fields[step]
  else fields[step] = rest.length === 0 ? other : changed(fields[step], rest, how, other)
  return fields
}
