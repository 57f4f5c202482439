import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Kind } from './item.js'

/** One row that an import made, or that it uses. */
export interface Entry {
  kind: Kind
  sourceId: number | string
  targetId: number
  /** Identifier of a tracker in Traccar. */
  uniqueId?: string
  /** True if the row was there before the import. The import uses such a row, and undo keeps it. */
  adopted?: boolean
}

/** Source and destination of an import. */
export interface Route {
  /** Address of Traccar, without a password. */
  source: string
  /** Business that gets everything. */
  into: number
}

/**
 * Ledger of the rows that an import made, in the table `imported_rows`. Because the ledger is in the database, a backup
 * contains it together with the rows. Undo removes only rows of the ledger and does not need the mapping file.
 */
export class Ledger {
  readonly #entries = new Map<string, Entry>()

  private constructor(
    private readonly pool: pg.Pool,
    readonly name: string,
    /** Part of the keys of all writes. With it, the keys differ from those of an earlier import that was undone. */
    readonly key: string,
    readonly route: Route,
  ) {}

  /**
   * Opens the ledger of an import. If there is none yet, begins one.
   * @throws Error when the ledger belongs to an import into another business
   */
  static async open(pool: pg.Pool, name: string, { source, into }: Route): Promise<Ledger> {
    await pool.query(
      'INSERT INTO imports (name, key, source, into_business) VALUES ($1, $2, $3, $4) ON CONFLICT (name) DO NOTHING',
      [name, randomUUID(), source, into],
    )
    const ledger = await Ledger.find(pool, name)
    if (!ledger) throw new Error(`the import ${name} was undone at the same time: run the command again`)
    ledger.assertInto(into)
    return ledger
  }

  /** Returns the ledger of an import, or undefined if it made nothing. */
  static async find(pool: pg.Pool, name: string): Promise<Ledger | undefined> {
    const { rows } = await pool.query<{ key: string; source: string; into: number }>(
      'SELECT key, source, into_business AS into FROM imports WHERE name = $1',
      [name],
    )
    if (!rows[0]) return undefined
    const { key, source, into } = rows[0]
    const ledger = new Ledger(pool, name, key, { source, into })
    const entries = await pool.query<{
      kind: Kind
      source_id: string
      target_id: number
      unique_id: string | null
      adopted: boolean
    }>('SELECT kind, source_id, target_id, unique_id, adopted FROM imported_rows WHERE import = $1', [name])
    for (const { kind, source_id: sourceId, target_id: targetId, unique_id, adopted } of entries.rows)
      ledger.#remember({ kind, sourceId, targetId, adopted, ...(unique_id !== null && { uniqueId: unique_id }) })
    return ledger
  }

  /** @throws Error when this ledger belongs to an import into another business */
  assertInto(into: number): void {
    if (into === this.route.into) return
    throw new Error(
      `the import ${this.name} takes everything into business ${this.route.into}: use --into ${this.route.into}, or another name as "import" in another mapping file`,
    )
  }

  idOf(kind: Kind, sourceId: number | string): number | undefined {
    return this.#entries.get(`${kind} ${sourceId}`)?.targetId
  }

  /** Returns the rows of a kind that the import made, without those that were there before. */
  made(kind: Kind): Entry[] {
    return [...this.#entries.values()].filter((entry) => entry.kind === kind && !entry.adopted)
  }

  /** Returns the trackers' identifiers in Traccar, by their ids in Traccar. */
  identifiers(): ReadonlyMap<number, string> {
    return new Map(
      [...this.#entries.values()].flatMap(({ sourceId, uniqueId }) => (uniqueId ? [[Number(sourceId), uniqueId] as const] : [])),
    )
  }

  async add(entry: Entry, client: pg.Pool | pg.ClientBase = this.pool): Promise<void> {
    const { kind, sourceId, targetId, uniqueId = null, adopted = false } = entry
    await client.query(
      `INSERT INTO imported_rows (import, kind, source_id, target_id, unique_id, adopted) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (import, kind, source_id) DO NOTHING`,
      [this.name, kind, String(sourceId), targetId, uniqueId, adopted],
    )
    this.#remember(entry)
  }

  /** Records that the import itself has changed rows that it made. Any later change counts as that of a person. */
  async settle(sourceId: number | string, kinds: readonly Kind[], client: pg.ClientBase): Promise<void> {
    await client.query(
      'UPDATE imported_rows SET settled_at = clock_timestamp() WHERE import = $1 AND source_id = $2 AND kind = ANY ($3::text[])',
      [this.name, String(sourceId), kinds],
    )
  }

  #remember(entry: Entry): void {
    this.#entries.set(`${entry.kind} ${entry.sourceId}`, entry)
  }
}

/**
 * Runs a command of an import, and prevents other commands of the same import meanwhile. If the command is killed,
 * PostgreSQL releases the lock with the connection.
 * @throws Error when another command of this import is running
 */
export async function aloneOn<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ free: boolean }>(
      "SELECT pg_try_advisory_lock(hashtextextended('import ' || $1, 0)) AS free",
      [name],
    )
    if (!rows[0]!.free) throw new Error(`another command of the import ${name} is running: wait for its end, and run this again`)
    return await work()
  } finally {
    client.release(true)
  }
}
