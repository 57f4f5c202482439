import { FixValidity } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { emptyFile, type HistoryFile, LONGEST_LINE, MOST_LINES, type Reading, tooLongLine, tooManyLines } from './history-file.js'
import { Pace } from './pace.js'
import { push } from './take-fix.js'

/**
 * Decoder of Roadbook's own JSON format, in which other systems forward positions. The fields are documented for these
 * systems.
 */
const json = findProtocol('json')!

/**
 * Reads a JSON object from each line. The fields are those in which other systems forward positions. The field `id` is not
 * needed, because the user names the vehicle.
 * @throws NotReadable
 */
export async function readNdjson(text: string, { now }: Reading): Promise<HistoryFile> {
  const file = emptyFile('ndjson')
  const pace = new Pace()
  let number = 0
  for (const line of linesOf(text)) {
    if (++number > MOST_LINES) throw tooManyLines()
    if (line.length > LONGEST_LINE) throw tooLongLine(number)
    if (line.trim() !== '') takeLine(file, line, number, now)
    if (pace.isOver) await pace.pause()
  }
  return file
}

/** Returns the lines of a text one after the other, so that the caller can pause between them. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\n|\r/gu)) {
    yield text.slice(from, index)
    from = index + end.length
  }
  yield text.slice(from)
}

function takeLine(file: HistoryFile, text: string, line: number, now: number): void {
  const position = objectIn(text)
  if (!position) {
    file.refusals.add('not-json', line)
    return
  }
  const decoded = json.decode(Buffer.from(JSON.stringify({ ...position, id: 'history' })), { now })
  if (decoded.kind === 'decodeError') {
    file.refusals.add('other-fields', line, decoded.reason)
    return
  }
  for (const fix of decoded.fixes ?? []) {
    if (fix.validity === FixValidity.valid && fix.latitude !== undefined) push(file, fix)
    else file.refusals.add(fix.latitude === undefined ? 'no-place' : 'no-fix', line)
  }
}

function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
