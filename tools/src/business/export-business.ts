import type pg from 'pg'
import { quoted } from '../backup/archive.js'
import { type ArchiveWriter, openArchive } from './archive/write-archive.js'
import { type DescribedTable, type Description, type Entry, FORMAT, type Parts } from './archive/archive.js'
import { fileOf } from './catalogue.js'
import { describeTable, readme, untaken } from './describe.js'
import { gpxOf } from './gpx.js'
import { lossesOf, type Marked, markRows } from './mark-rows.js'
import { marked } from './parts/part.js'
import { portions } from './portions.js'

export interface ExportOptions {
  businessId: number
  /** Path of a folder, or of a ZIP file. */
  out: string
  /** Release of Roadbook that makes the export. */
  version: string
  /** Called with a line for each finished table. */
  notify?: (line: string) => void
}

/**
 * Makes the text of values independent of the settings of server and role. Raises the limit of memory (`work_mem`). The
 * database can then compare references with the marks of millions of rows in a single hash table.
 */
export const SETTINGS = `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL work_mem = '512MB'`

/**
 * Writes everything of a business and the businesses below it into an archive, as of one moment, while Roadbook runs. An
 * interrupted export into a folder can be continued. Positions, photos and GPX files that are already complete are not
 * written again.
 */
export async function exportBusiness(pool: pg.Pool, { businessId, out, version, notify }: ExportOptions): Promise<Description> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
    await client.query(SETTINGS)
    const head = await headOf(client, businessId, version)
    const archive = openArchive(out, `business ${businessId}`)
    try {
      const described = await new Export(client, archive, notify).run(head)
      await archive.close()
      await client.query('COMMIT')
      return described
    } catch (error) {
      await archive.discard()
      throw error
    }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

type Head = Pick<Description, 'roadbook' | 'format' | 'version' | 'takenAt' | 'business' | 'migrations' | 'roles'>

async function headOf(client: pg.ClientBase, businessId: number, version: string): Promise<Head> {
  const { rows } = await client.query<{ id: number; name: string; is_hidden: boolean; at: Date }>(
    "SELECT id, name, row_security_active('entities') AS is_hidden, now() AS at FROM businesses WHERE id = $1",
    [businessId],
  )
  const business = rows[0]
  if (!business) throw new Error(`there is no business ${businessId}. The portal shows the id in the address of a business`)
  if (business.is_hidden)
    throw new Error('this role may not read all rows: set DATABASE_URL to the address of the role that owns the database')
  return {
    roadbook: 'business',
    format: FORMAT,
    version,
    takenAt: business.at.toISOString(),
    business: { id: business.id, name: business.name },
    migrations: await migrationsOf(client),
    roles: await rolesOf(client),
  }
}

/** Names of the migrations that a database has, in their order. */
export async function migrationsOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM schema_migrations ORDER BY timestamp, id')
  return rows.map(({ name }) => name)
}

export async function rolesOf(client: pg.ClientBase): Promise<Description['roles']> {
  const { rows } = await client.query<Description['roles'][number]>(
    `SELECT r.id, r.key, ARRAY(SELECT p.permission FROM role_permissions p WHERE p.role_id = r.id ORDER BY 1) AS permissions
     FROM roles r ORDER BY r.id`,
  )
  return rows
}

class Export {
  readonly #files: Entry[] = []

  constructor(
    private readonly client: pg.ClientBase,
    private readonly archive: ArchiveWriter,
    private readonly notify: (line: string) => void = () => undefined,
  ) {}

  async run(head: Head): Promise<Description> {
    const parts = await markRows(this.client, head.business.id)
    const losses = await lossesOf(this.client, parts)
    const tables: DescribedTable[] = []
    for (const part of parts) {
      const files = part.part.isByStay ? await this.positions(part) : [await this.rows(part)]
      const taken = files.filter((entry) => entry !== undefined)
      const rows = taken.reduce((sum, entry) => sum + (entry.rows ?? 0), 0)
      if (rows === 0) continue
      const names = taken.map(({ file }) => file)
      tables.push(describeTable(part, names, rows))
      this.notify(`${names.length === 1 ? names[0] : `data/${part.table}`}: ${rows}`)
      if (fileOf(part.table)) await this.filesOf(part)
    }
    for (const { table, column, isHidden } of losses)
      if (!column && !isHidden) await this.left(parts.find((part) => part.table === table)!)
    await this.tracks()
    const weeks = await this.weeks()
    const described = { ...head, weeks, tables, losses, untaken: untaken() }
    await this.add('README.txt', [readme(described)])
    const whole = { ...described, files: this.#files }
    await this.archive.add('schema.json', [`${JSON.stringify(whole, null, 2)}\n`])
    return whole
  }

  /** @param isKept true to keep the file of an earlier, interrupted run */
  private async add(file: string, parts: Parts, isKept = false): Promise<Entry> {
    const entry = (isKept && this.archive.earlier.get(file)) || (await this.archive.add(file, parts))
    this.#files.push(entry)
    return entry
  }

  /** Writes the rows of a table. If the table has none, it gets no file. */
  private async rows(part: Marked): Promise<Entry | undefined> {
    if (!(await this.has(`FROM ${part.table} t WHERE ${part.whole}`))) return undefined
    return this.add(`data/${part.table}.ndjson`, this.lines(part, part.whole))
  }

  private async left(part: Marked): Promise<void> {
    const raw = part.columns.filter(({ name }) => name !== fileOf(part.table)).map(({ name }) => `t.${quoted(name)}`)
    const query = `SELECT ${raw.join(', ')} FROM ${part.table} t WHERE (${part.theirs}) AND (${part.whole}) IS NOT TRUE`
    await this.add(`left/${part.table}.ndjson`, asLines(this.client, query))
  }

  private lines({ table, columns, key }: Marked, condition: string): AsyncGenerator<string> {
    const values = columns.map(({ name, sql }) => `${sql} AS ${quoted(name)}`)
    const order = key.length === 0 ? '' : ` ORDER BY ${key.map((column) => `t.${quoted(column)}`).join(', ')}`
    return asLines(this.client, `SELECT ${values.join(', ')} FROM ${table} t WHERE ${condition}${order}`)
  }

  private async positions(part: Marked): Promise<Entry[]> {
    const { rows: stays } = await this.client.query<{ device_id: number; times: string }>(
      // The times are written into the statement as constants. With constants, the database reads only the partitions of
      // these times.
      `SELECT device_id, string_agg(format('t.positioned_at >= %L AND t.positioned_at < %L', since, till), ' OR ' ORDER BY since) AS times
       FROM pg_temp.moving_stays GROUP BY device_id ORDER BY device_id`,
    )
    const entries: Entry[] = []
    for (const { device_id, times } of stays) {
      const condition = `t.device_id = ${device_id} AND (${times})`
      if (!(await this.has(`FROM ${part.table} t WHERE ${condition}`))) continue
      entries.push(await this.add(`data/${part.table}/${device_id}.ndjson`, this.lines(part, condition), true))
    }
    return entries
  }

  private async filesOf({ table, columns, whole }: Marked): Promise<void> {
    const content = fileOf(table)!
    const file = columns.find(({ name }) => name === content)!.sql
    const { rows: files } = await this.client.query<{ file: string; id: string }>(
      `SELECT ${file} AS file, t.ctid::text AS id FROM ${table} t WHERE (${whole}) AND t.${content} IS NOT NULL ORDER BY 1`,
    )
    for (const one of files) {
      if (this.archive.earlier.has(one.file)) {
        await this.add(one.file, [], true)
        continue
      }
      const { rows } = await this.client.query<{ bytes: Buffer }>(
        `SELECT ${content} AS bytes FROM ${table} WHERE ctid = $1::tid`,
        [one.id],
      )
      await this.add(one.file, [rows[0]!.bytes])
    }
  }

  private async tracks(): Promise<void> {
    const { rows: vehicles } = await this.client.query<{ id: number; name: string }>(
      `SELECT e.id, e.name FROM entities e WHERE e.id IN ${marked('entities')}
         AND EXISTS (SELECT FROM trips t WHERE t.entity_id = e.id AND t.deleted_at IS NULL AND t.id IN ${marked('trips')}) ORDER BY e.id`,
    )
    for (const vehicle of vehicles) await this.add(`gpx/vehicle-${vehicle.id}.gpx`, gpxOf(this.client, vehicle), true)
    if (vehicles.length > 0) this.notify(`gpx: ${vehicles.length}`)
  }

  /** Returns the weeks that have positions, so that an import can make their partitions. */
  private async weeks(): Promise<string[]> {
    const { rows } = await this.client.query<{ week: Date }>(
      `SELECT week FROM generate_series((SELECT date_trunc('week', min(positioned_at)) FROM waypoints), (SELECT max(positioned_at) FROM waypoints),
         interval '168 hours') AS week
       WHERE EXISTS (SELECT FROM waypoints w JOIN pg_temp.moving_stays s ON w.device_id = s.device_id
           AND w.positioned_at >= s.since AND w.positioned_at < s.till
         WHERE w.positioned_at >= week AND w.positioned_at < week + interval '168 hours')`,
    )
    return rows.map(({ week }) => week.toISOString())
  }

  private async has(from: string): Promise<boolean> {
    const { rows } = await this.client.query<{ has: boolean }>(`SELECT EXISTS (SELECT ${from}) AS has`)
    return rows[0]!.has
  }
}

/** Returns the rows of a query as lines of JSON, as PostgreSQL writes it. */
async function* asLines(client: pg.ClientBase, query: string): AsyncGenerator<string> {
  for await (const rows of portions<{ row: string }>(client, `SELECT to_jsonb(x)::text AS row FROM (${query}) x`))
    yield `${rows.map(({ row }) => row).join('\n')}\n`
}
