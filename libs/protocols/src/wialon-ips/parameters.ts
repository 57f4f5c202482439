import type { AttributeValue, Fix } from '@roadbook/contracts'
import { decimalOf } from '../common/plain-number.js'
import { within } from '../common/readings.js'

/**
 * Reads `name:type:value,…`. The device defines the names. Type 3 means text and other types mean numbers, but some
 * firmware sends the wrong type. Therefore a value is stored as a number whenever it can be read as one. It is stored as
 * text if the number would lose characters (`007`).
 */
export function readParameters(fix: Fix, text: string): void {
  for (let from = 0; from < text.length;) {
    const comma = text.indexOf(',', from)
    const end = comma < 0 ? text.length : comma
    const first = text.indexOf(':', from)
    const second = first < 0 ? -1 : text.indexOf(':', first + 1)
    if (first > from && second > first && second < end) {
      readParameter(fix, text.slice(from, first), text.slice(first + 1, second), text.slice(second + 1, end))
    }
    from = end + 1
  }
}

/** Maximum voltage of a vehicle in volts. A larger number is in millivolts. */
const LARGEST_SUPPLY_V = 100
/**
 * A battery reading below this, in volts, may be the voltage of a cell or a charge in per cent. With a decimal point it counts
 * as a voltage. Without one, it counts as a charge if its type is not that of fractions. If it is, the meaning is unknown.
 */
const LARGEST_CELL_V = 5

const FRACTION = '2'
const TEXT = '3'

function readParameter(fix: Fix, name: string, type: string, text: string): void {
  const number = decimalOf(text)
  keep(fix, name, number === undefined || (type === TEXT && String(number) !== text) ? text : number)
  if (number === undefined) return
  switch (name) {
    case 'SOS':
      if (number === 1) keep(fix, 'alarm', 'sos')
      return
    case 'pwr_ext':
      if (number >= 0) fix.externalBatteryMv = Math.round(number < LARGEST_SUPPLY_V ? number * 1000 : number)
      return
    case 'bat':
    case 'battery':
      if (number > 0 && number < LARGEST_CELL_V && text.includes('.')) fix.batteryMv = Math.round(number * 1000)
      else if (within(number, type === FRACTION ? LARGEST_CELL_V : 0, 100) !== undefined) fix.batteryPercent = number
      return
    case 'ign':
    case 'ignition':
      if (number === 0 || number === 1) fix.ignition = number === 1
  }
}

export function keep(fix: Fix, name: string, value: AttributeValue): void {
  fix.attributes ??= {}
  fix.attributes[name] = value
}
