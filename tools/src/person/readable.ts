import { gunzipSync, inflateSync } from 'node:zlib'
import { unzipSync } from 'fflate'

/**
 * Maximum depth to which files inside files are opened. A workbook in a mail has three levels: the part of the mail, the
 * archive, and the sheet.
 */
const DEEPEST = 4

/**
 * Returns the texts in a file, as far as they can be read: the bytes as UTF-8, the files in a ZIP archive (and a workbook),
 * what gzip and the streams of a PDF contain, and the parts of a mail. A search over them finds a name wherever it is
 * written as text. The search does not find text in pictures, in encrypted files, or in PDFs whose fonts use their own
 * numbers for letters.
 */
export function* readable(bytes: Buffer, depth = 0): Generator<string> {
  const text = bytes.toString('utf8')
  yield text
  if (depth === DEEPEST) return
  for (const inner of within(bytes, text)) yield* readable(inner, depth + 1)
}

function* within(bytes: Buffer, text: string): Generator<Buffer> {
  if (text.startsWith('PK')) yield* tried(() => Object.values(unzipSync(bytes)).map((one) => Buffer.from(one)))
  else if (bytes[0] === 0x1f && bytes[1] === 0x8b) yield* tried(() => [gunzipSync(bytes)])
  else if (text.startsWith('%PDF')) yield* streamsOf(bytes)
  else if (/^[\w-]+:.*\r?\n/.test(text)) yield* partsOf(text)
}

function* tried(open: () => readonly Buffer[]): Generator<Buffer> {
  try {
    yield* open()
  } catch {
    // The bytes only looked like a compressed file.
  }
}

function* streamsOf(pdf: Buffer): Generator<Buffer> {
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const begin = at + (pdf[at + 6] === 13 ? 8 : 7)
    const end = pdf.indexOf('endstream', begin)
    if (end < 0) return
    yield* tried(() => [inflateSync(pdf.subarray(begin, end))])
    at = end + 3
  }
}

/** Returns the parts of a mail that are written in base64 or quoted-printable, with encoded words of its head. */
function* partsOf(mail: string): Generator<Buffer> {
  for (const [run] of mail.matchAll(/(?:^[A-Za-z0-9+/]{60,}={0,2}\r?\n)*^[A-Za-z0-9+/]{4,}={0,2}\r?$/gm))
    yield Buffer.from(run, 'base64')
  for (const [, coding, word] of mail.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi))
    yield /b/i.test(coding!) ? Buffer.from(word!, 'base64') : unquoted(word!.replaceAll('_', ' '))
  if (/=[0-9A-F]{2}|=\r?\n/.test(mail)) yield unquoted(mail)
}

function unquoted(text: string): Buffer {
  const bytes = text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1')
}
