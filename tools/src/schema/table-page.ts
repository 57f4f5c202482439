import type { StoredFunction, Table } from './catalogue.js'
import type { Effects } from './effects.js'
import { type FunctionPlaces, pageOf, SHARED_FUNCTIONS } from './function-places.js'

/** Data of other tables and functions to which a page refers. */
export interface Surroundings {
  functions: readonly StoredFunction[]
  places: FunctionPlaces
  effects: ReadonlyMap<string, Effects>
}

/** Returns the page of a table as SQL: its columns, the rights on it, and the automatic effects of writing a row. */
export function tablePage(table: Table, summary: readonly string[], { functions, places, effects }: Surroundings): string {
  const own = functions.filter(({ name }) => places.get(name) === pageOf(table.name))
  const elsewhere = [...new Set(table.triggers.flatMap(({ calls }) => [calls, ...(effects.get(calls)?.calls ?? [])]))]
    .filter((name) => places.get(name) !== pageOf(table.name))
    .sort()
  return page([
    [...(table.comment === null ? [] : [table.comment]), ...summary].map((line) => `-- ${withoutLinks(line)}`),
    [definitionOf(table)],
    table.indexes.map(statement),
    [...rowSecurityOf(table), ...table.policies.map(statement)],
    table.grants.map(({ role, rights }) => `GRANT ${rights.join(', ')} ON ${table.name} TO ${role};`),
    table.triggers.map(({ definition }) => statement(definition)),
    elsewhere.length > 0 ? [`-- In ${SHARED_FUNCTIONS}: ${elsewhere.join(', ')}`] : [],
    ...own.map((one) => [functionOf(one)]),
  ])
}

/** Returns the page of the functions that serve several tables, policies or programs. */
export function sharedFunctionsPage(functions: readonly StoredFunction[], places: FunctionPlaces): string {
  const shared = functions.filter(({ name }) => places.get(name) === SHARED_FUNCTIONS)
  return page(shared.map((one) => [functionOf(one)]))
}

function definitionOf({ name, kind, options, columns, constraints, partitionedBy, query }: Table): string {
  const storage = options === null ? '' : ` WITH (${options})`
  if (kind === 'view') return `CREATE VIEW ${name}${storage} AS\n${query!.trimEnd()}`
  const parts = [...columns, ...constraints].map((part) => `  ${part}`).join(',\n')
  return `CREATE TABLE ${name} (\n${parts}\n)${partitionedBy === null ? '' : ` PARTITION BY ${partitionedBy}`}${storage};`
}

function rowSecurityOf({ name, rowSecurity }: Table): string[] {
  if (rowSecurity === 'off') return []
  const forced = [`ALTER TABLE ${name} FORCE ROW LEVEL SECURITY;`]
  return [`ALTER TABLE ${name} ENABLE ROW LEVEL SECURITY;`, ...(rowSecurity === 'forced' ? forced : [])]
}

/** Returns a statement without the schema name `public`, because the rest of the code also omits it. */
const statement = (text: string) => `${trimmed(text.replaceAll('public.', ''))};`
/** Returns a function as the database has it, followed by its grants. The body is unchanged. */
const functionOf = ({ definition, grants }: StoredFunction) =>
  [`${trimmed(definition.replace('FUNCTION public.', 'FUNCTION '))};`, ...grants].join('\n')
const trimmed = (text: string) => text.trim().replace(/[ \t]+$/gm, '')
const withoutLinks = (line: string) => line.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')

/** Joins groups with an empty line between them. */
const page = (groups: readonly (readonly string[])[]) =>
  `${groups
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
