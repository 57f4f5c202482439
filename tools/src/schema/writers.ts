import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.js'
import type { Catalogue } from './catalogue.js'
import { type Effects, functionsCalled, tablesWritten } from './effects.js'

/** Ways in which a room (a folder of related source files) writes a table. */
export interface Writing {
  /** True if the room's own code contains statements that write the table. */
  isOwn: boolean
  /** Database functions that the room calls and that write the table. */
  through: Set<string>
}

/** Rooms that write each table, by table and then by room. */
export type Writers = ReadonlyMap<string, ReadonlyMap<string, Writing>>

/** A source file and the room to which it belongs. */
export interface SourceFile {
  room: string
  text: string
}

/** Patterns for code that passes a table's name to code in another file, where the table is written. */
const GIVEN = [/\bnew SourceStateRepository\(\w+, '(\w+)'\)/g, /\bforgets\('(\w+)'/g, /\blinks: sql`(\w+)`/g]

/** Finds statements in the code that write tables, and calls of database functions that write tables. */
export function findWriters(
  { tables, functions }: Catalogue,
  effects: ReadonlyMap<string, Effects>,
  files: readonly SourceFile[],
): Writers {
  const names = new Set(tables.map(({ name }) => name))
  const callable = new Set(functions.filter(({ isTrigger }) => !isTrigger).map(({ name }) => name))
  const found = new Map<string, Map<string, Writing>>()
  const writingOf = (table: string, room: string): Writing => {
    const rooms = found.get(table) ?? new Map<string, Writing>()
    const writing = rooms.get(room) ?? { isOwn: false, through: new Set() }
    found.set(table, rooms.set(room, writing))
    return writing
  }
  for (const { room, text } of files) {
    const given = GIVEN.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!))
    for (const table of [...tablesWritten(text, names), ...given]) writingOf(table, room).isOwn = true
    for (const name of functionsCalled(text, callable))
      for (const table of effects.get(name)?.writes ?? []) writingOf(table, room).through.add(name)
  }
  return found
}

/**
 * Returns the room of a file: `apps/api/src/features/missing/x.ts` is `api/missing`, `apps/consumer/src/alerts/x.ts` is
 * `consumer/alerts`, `libs/geo/src/x.ts` is `geo`.
 */
export function roomOf(file: string): string {
  const [, place, name, inside] =
    /^(?:(tools)|(?:apps|libs)\/([^/]+))\/src\/(?:features\/)?(?:([^/]+)\/)?[^/].*$/.exec(file) ?? []
  return [place ?? name, inside].filter((one) => one !== undefined).join('/')
}

/**
 * Reads the source code that runs in the product. Leaves out tests. Also leaves out the doctor, because it only prints
 * statements and does not run them.
 */
export function readSource(): SourceFile[] {
  const rooms = ['apps', 'libs'].flatMap((place) =>
    readdirSync(path.join(projectRoot, place)).map((name) => `${place}/${name}/src`),
  )
  return [...rooms, 'tools/src']
    .flatMap((folder) =>
      readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((name) => name.endsWith('.ts') && !/\.(?:spec|proof|bench)\.ts$|\/testing\/|^tools\/src\/doctor\//.test(name))
    .sort()
    .map((name) => ({ room: roomOf(name), text: readFileSync(path.join(projectRoot, name), 'utf8') }))
}

/**
 * Returns the tables that more than one room writes by its own statements, each with these rooms. All folders of a process
 * count as one room here. Tools are left out.
 */
export function sharedTables(writers: Writers): Record<string, string[]> {
  const shared = [...writers].map(([table, rooms]) => {
    const own = [...rooms].filter(([, { isOwn }]) => isOwn).map(([room]) => room)
    const processes = own.map((room) => (room.startsWith('api/') ? room : room.split('/')[0]!)).filter((room) => room !== 'tools')
    return [table, [...new Set(processes)].sort()] as const
  })
  return Object.fromEntries(shared.filter(([, rooms]) => rooms.length > 1).sort(([one], [other]) => (one < other ? -1 : 1)))
}
