import { unpackedWhole } from '../exports/index.js'
import { forFileName, type MadeFile } from '../http/file-answer.js'
import { MEDIA_TYPES, type PaperFormat } from './media-types.js'
import type { SheetWriter } from './sheet.js'

/**
 * Finishes a file that is sent immediately.
 * @param title name of the file without the extension, in any alphabet
 */
export async function madeFile(title: string, format: PaperFormat, writer: Pick<SheetWriter, 'end'>): Promise<MadeFile> {
  const { packed } = await writer.end()
  return { name: `${forFileName(title)}.${format}`, type: MEDIA_TYPES[format], content: await unpackedWhole(packed) }
}
