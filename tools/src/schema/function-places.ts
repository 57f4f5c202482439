import type { Catalogue } from './catalogue.js'
import { type Effects, functionsCalled } from './effects.js'

/**
 * Page of each function. If a function serves only one table, it is that table's page. Otherwise it is the page of shared
 * functions.
 */
export type FunctionPlaces = ReadonlyMap<string, string>

export const SHARED_FUNCTIONS = 'functions.sql'
export const pageOf = (table: string): string => `${table}.sql`

/**
 * Assigns functions to pages. A function is on the page of a table if only that table's triggers use it, directly or through
 * other functions, and no other table, policy, column, view or program does.
 * @param code texts of all programs
 */
export function placeFunctions(
  { tables, functions }: Catalogue,
  effects: ReadonlyMap<string, Effects>,
  code: readonly string[],
): FunctionPlaces {
  const names = new Set(functions.map(({ name }) => name))
  const reached = (called: Iterable<string>) =>
    new Set([...called].flatMap((name) => [name, ...(effects.get(name)?.calls ?? [])]))
  const byTable = tables.map(({ name, triggers }) => ({ name, reached: reached(triggers.map(({ calls }) => calls)) }))
  const inTables = tables.flatMap(({ policies, columns, constraints, indexes, query }) => [
    ...policies,
    ...columns,
    ...constraints,
    ...indexes,
    query ?? '',
  ])
  const elsewhere = reached([...inTables, ...code].flatMap((text) => [...functionsCalled(text, names)]))
  return new Map(
    functions.map(({ name }) => {
      const users = byTable.filter((table) => table.reached.has(name))
      const [only] = users
      return [name, users.length === 1 && only && !elsewhere.has(name) ? pageOf(only.name) : SHARED_FUNCTIONS]
    }),
  )
}
