import type { Catalogue } from './catalogue.js'
import { effectsOf } from './effects.js'
import { pageOf, placeFunctions, SHARED_FUNCTIONS } from './function-places.js'
import { overview, summaryOf } from './overview.js'
import { sharedFunctionsPage, tablePage } from './table-page.js'
import { findWriters, readSource } from './writers.js'

/** Returns every file of `docs/schema` by name. */
export function schemaPages(catalogue: Catalogue): Map<string, string> {
  const { tables, functions } = catalogue
  const effects = effectsOf(catalogue)
  const files = readSource()
  const places = placeFunctions(
    catalogue,
    effects,
    files.map(({ text }) => text),
  )
  const known = { catalogue, effects, writers: findWriters(catalogue, effects, files) }
  return new Map([
    ['README.md', overview(known)],
    [SHARED_FUNCTIONS, sharedFunctionsPage(functions, places)],
    ...tables.map(
      (table) => [pageOf(table.name), tablePage(table, summaryOf(table, known), { functions, places, effects })] as const,
    ),
  ])
}
