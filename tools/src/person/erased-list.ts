import { z } from 'zod'
import type { Database } from './catalogue.js'

const entry = z.object({
  kind: z.enum(['user', 'customer']),
  id: z.int().positive(),
  erased_at: z.iso.datetime({ offset: true }),
})
/** An erased person. The entry contains only an id, which leads to a person only in a backup from before the erasure. */
export type ErasedEntry = z.infer<typeof entry>

/** Lists who was erased, oldest first. */
export async function readErased(database: Database): Promise<ErasedEntry[]> {
  const { rows } = await database.query<{ kind: 'user' | 'customer'; id: number; erased_at: Date }>(
    'SELECT kind, person_id AS id, erased_at FROM erased_people ORDER BY erased_at, kind, person_id',
  )
  return rows.map((row) => ({ ...row, erased_at: row.erased_at.toISOString() }))
}

/**
 * Reads a list that `roadbook person erased` printed: one JSON object per line.
 * @throws Error that names the first line that is not such an object
 */
export function parseErased(text: string): ErasedEntry[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const read = entry.safeParse(parsed(line))
    if (!read.success) throw new Error(`line ${at + 1} is no entry of "roadbook person erased": ${line.slice(0, 80)}`)
    return [read.data]
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/**
 * Returns the persons of a list whom this database still contains. After a restore, the id of an erased person may be given
 * to another person. Therefore a person who was created after the erasure is left out.
 */
export async function stillHere(database: Database, list: readonly ErasedEntry[]): Promise<string[]> {
  const { rows } = await database.query<{ who: string }>(
    `SELECT e.kind || ':' || e.id AS who
     FROM jsonb_to_recordset($1::jsonb) AS e (kind text, id int, erased_at timestamptz)
     LEFT JOIN users u ON e.kind = 'user' AND u.id = e.id LEFT JOIN consumers k ON e.kind = 'customer' AND k.id = e.id
     WHERE coalesce(u.created_at, k.created_at) < e.erased_at ORDER BY e.erased_at`,
    [JSON.stringify(list)],
  )
  return rows.map(({ who }) => who)
}
