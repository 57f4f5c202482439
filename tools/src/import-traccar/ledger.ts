import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Kind } from './plan.js'

/** One row that an import made. */
export interface Entry {
  kind: Kind
  sourceId: number | string
  targetId: number
}

/**
 * Ledger of the rows that an import made, in the table `imported_rows`. It is in the database so that a backup has it with the
 * rows, and so that undo removes nothing else, also when the mapping file is lost.
 */
export class Ledger {
  readonly #entries = new Map<string, number>()

  private constructor(
    private readonly pool: pg.Pool,
    readonly name: string,
    /** Makes writes of this import differ from those of an earlier one that was undone. */
    readonly key: string,
  ) {}

  /** Opens the ledger of an import, and begins it if there is none. */
  static async open(pool: pg.Pool, name: string): Promise<Ledger> {
    await pool.query('INSERT INTO imports (name, key) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [name, randomUUID()])
    const ledger = await Ledger.find(pool, name)
    if (!ledger) throw new Error(`the import ${name} was undone at the same time: run the command again`)
    return ledger
  }

  /** Returns the ledger of an import, or undefined if it made nothing. */
  static async find(pool: pg.Pool, name: string): Promise<Ledger | undefined> {
    const { rows } = await pool.query<{ key: string }>('SELECT key FROM imports WHERE name = $1', [name])
    if (!rows[0]) return undefined
    const ledger = new Ledger(pool, name, rows[0].key)
    const entries = await pool.query<{ kind: Kind; source_id: string; target_id: number }>(
      'SELECT kind, source_id, target_id FROM imported_rows WHERE import = $1',
      [name],
    )
    for (const row of entries.rows) ledger.#entries.set(`${row.kind} ${row.source_id}`, row.target_id)
    return ledger
  }

  idOf(kind: Kind, sourceId: number | string): number | undefined {
    return this.#entries.get(`${kind} ${sourceId}`)
  }

  /** Returns what was made of a kind. */
  made(kind: Kind): Entry[] {
    return [...this.#entries].flatMap(([key, targetId]) => {
      return key.startsWith(`${kind} `) ? [{ kind, sourceId: key.slice(kind.length + 1), targetId }] : []
    })
  }

  async add({ kind, sourceId, targetId }: Entry, client: pg.Pool | pg.ClientBase = this.pool): Promise<void> {
    await client.query(
      `INSERT INTO imported_rows (import, kind, source_id, target_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (import, kind, source_id) DO NOTHING`,
      [this.name, kind, String(sourceId), targetId],
    )
    this.#entries.set(`${kind} ${sourceId}`, targetId)
  }

  /** Notes that the import itself has changed rows that it made. Changes after this moment are somebody else's. */
  async settle(sourceId: number | string, kinds: readonly Kind[], client: pg.ClientBase): Promise<void> {
    await client.query(
      'UPDATE imported_rows SET settled_at = clock_timestamp() WHERE import = $1 AND source_id = $2 AND kind = ANY ($3::text[])',
      [this.name, String(sourceId), kinds],
    )
  }
}
