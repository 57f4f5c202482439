import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { celsiusOf, note } from './text-event.js'

const FIRST_CELL = 0x0e
const LAST_CELL = 0x13
const FIRST_WIFI = 0x1d
const LAST_WIFI = 0x25
const FIRST_TEMPERATURE = 0x2a
const LAST_TEMPERATURE = 0x31
const NETWORK = 0x4b
const PICTURE = 0xfe31
const BATTERIES = 0xfea8

/**
 * Stores a parameter of variable length: cells, wireless networks, temperatures, batteries, or a picture's name. Any other
 * parameter is stored raw in hexadecimal.
 */
export function applyLong(fix: Fix, id: number, bytes: Buffer): void {
  if (id >= FIRST_CELL && id <= LAST_CELL && bytes.length >= 10) applyCell(fix, id - FIRST_CELL + 1, bytes)
  else if (id >= FIRST_WIFI && id <= LAST_WIFI && bytes.length >= 8) applyNetwork(fix, id - FIRST_WIFI + 1, bytes)
  else if (id >= FIRST_TEMPERATURE && id <= LAST_TEMPERATURE && bytes.length >= 3 && temperatureIn(bytes) !== undefined)
    note(fix, `temperature${bytes[0]}C`, temperatureIn(bytes))
  else if (id === BATTERIES) applyBatteries(fix, bytes)
  else if (id === PICTURE && bytes.length > 2) {
    note(fix, 'cameraAlarmProtocol', bytes[0])
    note(fix, 'cameraAlarm', bytes[1])
    note(fix, 'picture', bytes.toString('latin1', 2).replace(/\0+$/, ''))
  } else if (id === NETWORK && bytes.length > 3) note(fix, 'network', bytes.toString('latin1', 3))
  else note(fix, `parameter${id.toString(16)}`, bytes.toString('hex'))
}

/** Reads a temperature: the number of the sensor (1 byte), then hundredths of a degree (2 bytes). */
const temperatureIn = (bytes: Buffer): number | undefined => celsiusOf(bytes.readInt16LE(1) / 100)

/**
 * Reads a cell. Fields with their length in bytes: MCC 2 · MNC 2 · area 2 · cell 4 · signal strength 2. The first cell is the
 * serving cell.
 */
function applyCell(fix: Fix, nth: number, bytes: Buffer): void {
  const reader = new ByteReader(bytes)
  const mcc = reader.u16le()
  const mnc = reader.u16le()
  const area = reader.u16le()
  const cell = reader.u32le()
  if (nth > 1) {
    note(fix, `cell${nth}`, `${mcc}|${mnc}|${area}|${cell}|${reader.i16le()}`)
    return
  }
  note(fix, 'mcc', mcc)
  note(fix, 'mnc', mnc)
  note(fix, 'lac', area)
  note(fix, 'cellId', cell)
}

/** Reads a wireless network. Fields with their length in bytes: MAC address 6 · signal strength 2. */
function applyNetwork(fix: Fix, nth: number, bytes: Buffer): void {
  note(fix, `wifi${nth}`, `${bytes.toString('hex', 0, 6)}|${bytes.readInt16LE(6)}`)
}

/** Reads state and charge (%) of the tracker's own battery and of its accessories' batteries. */
function applyBatteries(fix: Fix, bytes: Buffer): void {
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const percent = bytes[at + 1]!
    if (percent > 100) continue
    if (at === 0) fix.batteryPercent = percent
    else note(fix, `battery${at / 2 + 1}Percent`, percent)
  }
}
