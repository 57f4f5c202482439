import { gunzipSync } from 'node:zlib'
import { say } from '../texts.js'
import { type HistoryFile, NotReadable, type Reading } from './history-file.js'
import { readCsv } from './read-csv.js'
import { readNdjson } from './read-ndjson.js'
import { readXml } from './read-xml.js'

/** Maximum size of a file after unpacking, in bytes. */
export const MOST_BYTES = 30_000_000

/**
 * Reads the positions of a file. Its contents show the format, not its name.
 * @throws NotReadable
 */
export async function readFile(bytes: Uint8Array, reading: Reading): Promise<HistoryFile> {
  const text = decoded(unpacked(bytes))
  const body = text.replace(/^[\s\p{Cc}\uFEFF]+/u, '').replace(/\0+$/u, '')
  if (body === '') throw new NotReadable(say('empty'))
  if (body.startsWith('<')) return readXml(body, reading)
  if (body.startsWith('{')) return readNdjson(body, reading)
  if (body.startsWith('[')) throw new NotReadable(say('json-list'))
  return readCsv(body, reading)
}

const begins = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign)

function unpacked(bytes: Uint8Array): Uint8Array {
  if (begins(bytes, 0x50, 0x4b)) throw new NotReadable(say('zip'))
  if (!begins(bytes, 0x1f, 0x8b)) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    const isLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new NotReadable(isLarge ? say('too-much', { max: MOST_BYTES / 1_000_000 }) : say('damaged'))
  }
}

/** Decodes a text: UTF-16 by its byte order mark, otherwise UTF-8, otherwise the Windows encoding of older programs. */
function decoded(bytes: Uint8Array): string {
  const utf16 = begins(bytes, 0xff, 0xfe) ? 'utf-16le' : begins(bytes, 0xfe, 0xff) ? 'utf-16be' : undefined
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  if (bytes.includes(0)) throw new NotReadable(say('not-a-file'))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
