import type { Fix } from '@roadbook/contracts'
import { noteCells, type CellTower } from '../common/cell-towers.js'
import { type Fields, fieldsOf, numberOf, textOf } from '../common/http/json-fields.js'
import { note } from '../common/note.js'

const MOST = 20

/** Stores the cells and wireless networks that a device saw (`Network.java`, `CellTower.java`, `WifiAccessPoint.java`). */
export function noteNetwork(fix: Fix, network: Fields | undefined): void {
  if (!network) return
  const cells = listOf(network.cellTowers).flatMap((tower): CellTower[] => {
    const mcc = numberOf(tower.mobileCountryCode)
    const mnc = numberOf(tower.mobileNetworkCode)
    const lac = numberOf(tower.locationAreaCode)
    const cellId = numberOf(tower.cellId)
    if (mcc === undefined || mnc === undefined || lac === undefined || cellId === undefined) return []
    return [{ mcc, mnc, lac, cellId, signal: numberOf(tower.signalStrength) }]
  })
  if (cells.length > 0) noteCells(fix, cells)
  const wifi = listOf(network.wifiAccessPoints).flatMap(({ macAddress, signalStrength }) => {
    const mac = textOf(macAddress)
    if (mac === undefined || mac.length > 40) return []
    return [numberOf(signalStrength) === undefined ? mac : `${mac},${String(signalStrength)}`]
  })
  note(fix, 'wifi', wifi.join(';'))
}

function listOf(value: unknown): Fields[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  return list
    .slice(0, MOST)
    .map(fieldsOf)
    .filter((one) => one !== undefined)
}
