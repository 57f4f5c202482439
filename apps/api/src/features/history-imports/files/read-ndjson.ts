import { FixValidity } from '@roadbook/contracts'
import { findProtocol } from '@roadbook/protocols'
import { emptyFile, type HistoryFile, type Reading } from './history-file.js'
import { breathe, push } from './take-fix.js'

const LINES_A_TURN = 2_000
/** The forwarding door's own JSON. Its fields are documented for other systems. */
const json = findProtocol('json')!

/**
 * Reads one JSON object a line, with the fields in which other systems forward positions. `id` is not needed, because the user
 * names the vehicle.
 */
export async function readNdjson(text: string, { now }: Reading): Promise<HistoryFile> {
  const file = emptyFile('ndjson')
  for (const [at, line] of text.split(/\r\n|\n|\r/u).entries()) {
    if (at % LINES_A_TURN === 0) await breathe()
    if (line.trim() !== '') takeLine(file, line, at + 1, now)
  }
  return file
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
