import type { Catalogue, Table, TriggerEvent } from './catalogue.js'
import type { Effects } from './effects.js'
import { pageOf, SHARED_FUNCTIONS } from './function-places.js'
import type { Writers } from './writers.js'

const HEAD = `# The database

Each table has a page with its columns, constraints, indexes, policies, grants and triggers. The page also has the
functions that only this table's triggers call. Functions that serve several tables, policies or programs are in
[${SHARED_FUNCTIONS}](${SHARED_FUNCTIONS}).

These pages describe PostgreSQL after all migrations. \`npm run schema\` writes the pages, and a test compares them with
the migrations. With TimescaleDB, \`waypoints\` is a hypertable, and the functions of
\`migrations/src/0003-track-store/hypertable.ts\` are different.

The list below shows for each table:

- the folders of the code that write the table. \`(through f)\` means that the folder calls the database function \`f\`,
  which writes the table;
- the effects of a write: what triggers write, notify or change. \`may refuse it\` means that a trigger may refuse the
  write.

\`api/missing\` is the folder \`apps/api/src/features/missing\`, \`consumer/alerts\` is \`apps/consumer/src/alerts\`, and
\`track-store\` is \`libs/track-store\`. The list does not include statements that are composed at run time, such as those
of \`move_business_contents\`, which moves all data of a business.
`

/** Data from which the overview is made. */
export interface Known {
  catalogue: Catalogue
  effects: ReadonlyMap<string, Effects>
  writers: Writers
}

/** Returns the overview of all tables: for each table the code that writes it, and the automatic effects of writing it. */
export function overview(known: Known): string {
  const parts = known.catalogue.tables.map(
    (table) =>
      `## ${link(table.name)}\n\n${summaryOf(table, known)
        .map((line) => `- ${line}\n`)
        .join('')}`,
  )
  return [HEAD, ...parts].join('\n')
}

/** Returns the code that writes a table and the automatic effects of that, as lines of Markdown. */
export function summaryOf(table: Table, known: Known): string[] {
  return [writtenBy(table, known), ...consequences(table, known.effects), ...takenAlong(table)]
}

function writtenBy({ name, kind }: Table, { catalogue, effects, writers }: Known): string {
  if (kind === 'view') return 'A view'
  const rooms = [...(writers.get(name) ?? [])].sort(([one], [other]) => (one < other ? -1 : 1))
  const triggers = catalogue.tables.filter((table) =>
    table.triggers.some(({ calls }) => table.name !== name && effects.get(calls)?.writes.has(name)),
  )
  const all = [
    ...rooms.map(([room, { isOwn, through }]) => {
      const calls = [...through].sort().map(code).join(', ')
      if (through.size === 0) return code(room)
      return `${code(room)} (${isOwn ? 'also through' : 'through'} ${calls})`
    }),
    ...(triggers.length > 0 ? [`triggers of ${triggers.map((table) => link(table.name)).join(', ')}`] : []),
  ]
  return all.length > 0 ? `Written by ${all.join(', ')}` : 'Written by migrations'
}

/** Returns the effects of triggers. Triggers with the same effects share one line. */
function consequences({ name, triggers }: Table, effects: ReadonlyMap<string, Effects>): string[] {
  const byDeed = new Map<string, { events: Set<TriggerEvent>; functions: Set<string> }>()
  for (const { events, calls } of triggers) {
    const deed = deedOf(effects.get(calls), name)
    const known = byDeed.get(deed) ?? { events: new Set(), functions: new Set() }
    for (const event of events) known.events.add(event)
    known.functions.add(calls)
    byDeed.set(deed, known)
  }
  return [...byDeed].map(
    ([deed, { events, functions }]) => `${[...events].join(', ')}: ${deed} (${[...functions].map(code).join(', ')})`,
  )
}

function deedOf(effects: Effects | undefined, table: string): string {
  if (!effects) return 'calls a function of an extension'
  const written = [...effects.writes].filter((name) => name !== table).sort()
  const deeds = [
    ...(written.length > 0 ? [`writes ${written.map(link).join(', ')}`] : []),
    ...(effects.writes.has(table) ? ['writes other rows of this table'] : []),
    ...[...effects.wakes].sort().map((channel) => `notifies listeners of ${code(channel)}`),
    ...(effects.refuses ? ['may refuse it'] : []),
  ]
  return deeds.length > 0 ? deeds.join(', ') : 'may change the row, or leave it out'
}

const takenAlong = ({ takesAlong }: Table) =>
  takesAlong.length > 0 ? [`Deleting a row deletes its rows in ${takesAlong.map(link).join(', ')}`] : []

const code = (text: string) => `\`${text}\``
const link = (table: string) => `[${table}](${pageOf(table)})`
