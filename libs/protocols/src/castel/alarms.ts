import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { note } from '../common/note.js'

const ALARM_BYTES = 6

const ALARMS: ReadonlyMap<number, string> = new Map([
  [0x01, 'overspeed'],
  [0x02, 'lowPower'],
  [0x03, 'temperature'],
  [0x04, 'acceleration'],
  [0x05, 'braking'],
  [0x06, 'idle'],
  [0x07, 'tow'],
  [0x0c, 'cornering'],
  [0x0d, 'fatigueDriving'],
  [0x11, 'accident'],
  [0x12, 'tampering'],
  [0x1c, 'vibration'],
])

/**
 * Reads the alarms. Fields with their length in bytes: count 1, then for each alarm: begun 1 · type 1 · value 2 · limit 2.
 */
export function readAlarms(fix: Fix, reader: ByteReader): boolean {
  const count = reader.u8()
  if (reader.remaining < count * ALARM_BYTES) return false
  const told: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const [isNew, code, value, limit] = [reader.u8() !== 0, reader.u8(), reader.u16le(), reader.u16le()]
    told.push(`${code}:${isNew ? 'on' : 'off'}:${value}:${limit}`)
    if (!isNew) continue
    if (code === 0x16 || code === 0x17) fix.ignition = code === 0x16
    note(fix, 'alarm', ALARMS.get(code))
  }
  note(fix, 'alarms', told.join(';'))
  return true
}
