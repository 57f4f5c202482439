import type { RowId } from './list-source.js'

/** Ids that one address can carry. */
const IDS_A_REQUEST = 400
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A list's CSV as a file: of all rows of the criteria, or of these ids, asked for in as many requests as their addresses
 * need. `ask` gets the API's `searchFields` and answers text; its first line is the head.
 */
export async function csvFile(
  ask: (searchFields: string | undefined) => Promise<string>,
  searchFields: string | undefined,
  ids?: readonly RowId[],
): Promise<Blob> {
  const parts: string[] = []
  for (let at = 0; ids && at < ids.length; at += IDS_A_REQUEST) {
    const text = await ask(`id:in${ids.slice(at, at + IDS_A_REQUEST).join()}`)
    parts.push(at === 0 ? text : text.slice(text.indexOf('\n') + 1))
  }
  if (!ids) parts.push(await ask(searchFields))
  // Reading a text takes its byte order mark off, and spreadsheets want it.
  return new Blob([BYTE_ORDER_MARK, ...parts.map((part) => part.replace(/^\uFEFF/, ''))], { type: 'text/csv;charset=utf-8' })
}
