import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { say } from '../texts.js'
import { type HistoryFile, NotReadable, type Reading } from './history-file.js'
import { readCsv } from './read-csv.js'
import { readNdjson } from './read-ndjson.js'
import { readXml } from './read-xml.js'

/** Maximum size of a file after unpacking, in bytes. */
export const MOST_BYTES = 30_000_000

/**
 * Reads the positions of a file. The format is detected from the contents, not from the file's name.
 * @throws NotReadable
 */
export async function readFile(bytes: Uint8Array, reading: Reading): Promise<HistoryFile> {
  const body = withoutEdges(decoded(await unpacked(bytes)))
  if (body === '') throw new NotReadable(say('empty'))
  if (body.startsWith('<')) return readXml(body, reading)
  if (body.startsWith('{')) return readNdjson(body, reading)
  if (body.startsWith('[')) throw new NotReadable(say('json-list'))
  return readCsv(body, reading)
}

const begins = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign)

const unpack = promisify(gunzip)

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  if (begins(bytes, 0x50, 0x4b)) throw new NotReadable(say('zip'))
  if (!begins(bytes, 0x1f, 0x8b)) return bytes
  try {
    return await unpack(bytes, { maxOutputLength: MOST_BYTES })
  } catch (error) {
    const isLarge = (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new NotReadable(isLarge ? say('too-much', { max: MOST_BYTES / 1_000_000 }) : say('damaged'))
  }
}

/** Maximum number of characters that are removed before a text. Programs write only a few. */
const MOST_BEFORE = 10_000
const EDGE = /[\s\p{Cc}\uFEFF]/u

/**
 * Removes blanks and control characters before a text, and zeros after it. Checks one character at a time, because a
 * pattern with repeats would be slow on many such characters in a row.
 */
function withoutEdges(text: string): string {
  let [from, to] = [0, text.length]
  while (from < Math.min(to, MOST_BEFORE) && EDGE.test(text.charAt(from))) from++
  while (to > from && text.charCodeAt(to - 1) === 0) to--
  return text.slice(from, to)
}

/**
 * Decodes a text: UTF-16 by its byte order mark or its first two characters, otherwise UTF-8, otherwise the Windows
 * encoding of older programs.
 */
function decoded(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  if (bytes.includes(0)) throw new NotReadable(say('not-a-file'))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const isPrintable = (byte: number | undefined) => byte !== undefined && byte >= 0x20 && byte < 0x7f

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third, fourth] = bytes
  if (begins(bytes, 0xff, 0xfe) || (isPrintable(first) && second === 0 && isPrintable(third) && fourth === 0)) return 'utf-16le'
  if (begins(bytes, 0xfe, 0xff) || (first === 0 && isPrintable(second) && third === 0 && isPrintable(fourth))) return 'utf-16be'
  return undefined
}
