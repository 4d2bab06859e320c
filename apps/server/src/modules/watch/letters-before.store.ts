import { sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import { letterOf } from './model/letter-ring.ts'

/** A validator at a height. */
export interface LetterPlace {
  validatorId: number
  height: number
}

/** Letters of neighbouring heights, oldest first. */
export interface LettersBefore {
  fromHeight: number
  letters: string
}

/**
 * The last `count` letters of validators up to a height each, in the order of `places`, as far as they are kept without
 * a hole; null where the letter of the height itself is not.
 */
export async function lettersBefore(
  orm: Queryable,
  places: readonly LetterPlace[],
  count: number,
): Promise<(LettersBefore | null)[]> {
  if (places.length === 0) return []
  const wanted = places.map(({ validatorId, height }, place) => ({ place, id: validatorId, height }))
  const { rows } = await orm.execute<{ place: number; height: number; code: number }>(sql`
    SELECT w.place, b.height::float8 AS height,
           CASE WHEN length(b.letters) > v.slot >> 1
             THEN (get_byte(b.letters, v.slot >> 1) >> ((v.slot & 1) * 4)) & 15 ELSE 0 END AS code
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS w (place int, id int, height bigint)
    JOIN watch_validator v ON v.id = w.id
    JOIN watch_block b ON b.network_id = v.network_id AND b.epoch = v.epoch
      AND b.height BETWEEN w.height - ${count - 1}::int AND w.height
    ORDER BY w.place, b.height DESC`)
  return places.map(({ height }, place) => {
    const own = rows.filter((row) => row.place === place)
    const unbroken = own.filter((row, index) => row.height === height - index)
    const oldest = unbroken.at(-1)
    if (oldest === undefined) return null
    const letters = unbroken.map(({ code }) => letterOf(code)).reverse()
    return { fromHeight: oldest.height, letters: letters.join('') }
  })
}
