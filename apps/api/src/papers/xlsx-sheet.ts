import { cutTo } from '@roadbook/contracts/letters'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { say } from './texts.js'
import type { PackedFile, Sheet, SheetWriter } from './sheet.js'
import type { XlsxBook, XlsxMessage, XlsxRows } from './xlsx-book.js'

const LONGEST_NAME = 31

/**
 * Returns a valid sheet name. Removes forbidden characters, and apostrophes at the beginning and end. Shortens the name to
 * the allowed length without splitting a character.
 */
const sheetName = (name: string): string =>
  cutTo(name.replaceAll(/[\\/?*[\]:]/g, ' '), LONGEST_NAME).replaceAll(/^['\s]+|['\s]+$/g, '') || 'Roadbook'

/**
 * Writes Excel files in a separate thread. Sends rows to the thread in batches, because copying a batch blocks the process
 * only for a moment.
 */
export function xlsxSheet(sheet: Sheet): SheetWriter {
  const { columns, head, cell, locale, totals } = sheet
  const batches: XlsxRows[] = []
  return {
    add: async (rows) => {
      batches.push(rows.map((row) => columns.map(({ key, kind }) => cell(kind, row[key]))))
    },
    end: () =>
      written(batches, {
        names: [sheetName(sheet.title), sheetName(say('word.totals').in(locale))],
        head,
        kinds: columns.map(({ kind }) => kind),
        about: [sheet.title, sheet.period, sheet.zone, ...sheet.notes],
        totals: columns.flatMap(({ key, kind }, at) =>
          totals[key] === undefined ? [] : [{ name: head[at] ?? key, kind, value: cell(kind, totals[key]) }],
        ),
      }),
  }
}

/** The thread's file. It is in the same folder as this file and has the same extension. */
const BOOK = new URL(import.meta.url.replace(/xlsx-sheet(\.[jt]s)$/, 'xlsx-book$1'))

async function written(batches: readonly XlsxRows[], book: XlsxBook): Promise<PackedFile> {
  const worker = new Worker(BOOK)
  try {
    const told = once(worker, 'message') as Promise<[PackedFile]>
    const ended = once(worker, 'exit').then(() => {
      throw new Error('the spreadsheet was not written')
    })
    ended.catch(() => undefined)
    const send = (message: XlsxMessage) => worker.postMessage(message)
    for (const rows of batches) {
      send({ rows })
      await nextTurn()
    }
    send({ book })
    const [file] = await Promise.race([told, ended])
    return { ...file, packed: Buffer.from(file.packed) }
  } finally {
    await worker.terminate()
  }
}
