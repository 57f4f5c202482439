import { type LengthUnit, measuredHead, METRES, readLengthUnit } from '@roadbook/contracts/length-unit'
import { type DecimalSign, readNumbers } from '@roadbook/contracts/sheet-numbers'
import { invalid } from '../../../http/problems.js'
import type { Sentence } from '../../../texts/sentence.js'
import { entityHeads } from '../../entities/index.js'
import { say } from '../texts.js'

/** Settings of the caller for odometers. They apply if the column itself does not show the unit or the decimal separator. */
export interface OdometerAsked {
  unit?: LengthUnit
  decimalSign?: DecimalSign
}

export type Odometer = { metres: number; fault?: undefined } | { fault: Sentence; isUnclear: boolean }

/** Headings, without their unit, of odometers in files that Roadbook makes. */
const NAMES: ReadonlySet<string> = new Set(
  ['odometer', 'odometer_km', ...entityHeads('odo')].map((head) => measuredHead(head).base),
)

/** Returns whether a heading by itself identifies a column of odometers. The unit is in the heading or given by the caller. */
export function isOdometerHead(head: string, unit?: LengthUnit): boolean {
  const said = measuredHead(head)
  return NAMES.has(said.base) && (said.unit ?? said.unknown ?? unit) !== undefined
}

/**
 * Reads the odometers of a column. The unit is the first of these that exists: the unit in the cell, the caller's unit, the
 * unit in the heading, kilometres.
 * @returns undefined for empty cells
 * @throws Problem 422 when the heading has a unit that is not a length, and the caller gives none
 */
export function readOdometers(cells: readonly string[], head: string, { unit: said, decimalSign }: OdometerAsked) {
  const { unit: ofHead, unknown } = measuredHead(head)
  if (unknown !== undefined && !said) throw invalid({ 'columns.odometer_km': [say('import.unknown-unit', { unit: unknown })] })
  return readNumbers(cells, decimalSign).map((read, at): Odometer | undefined => {
    const text = (cells[at] ?? '').slice(0, LONGEST)
    if (!read) return undefined
    if (read.fault === 'not-number') return bad(say('import.not-a-distance', { text }))
    if (read.fault === 'unclear') {
      const { units, rest } = read.decimal
      return { fault: say('import.unclear-number', { text, whole: grouped(read.whole), units, rest }), isUnclear: true }
    }
    if (read.fault === 'contradicts') {
      const { other } = read
      return bad(other ? say('import.contradicting-number', { text, other }) : say('import.other-sign', { text }))
    }
    const unit = read.unit === '' ? (said ?? ofHead ?? 'km') : readLengthUnit(read.unit)
    return unit ? { metres: Math.round(read.value * METRES[unit]) } : bad(say('import.unknown-unit', { unit: read.unit }))
  })
}

/** Maximum characters of a cell that a message repeats. */
const LONGEST = 40
const bad = (fault: Sentence): Odometer => ({ fault, isUnclear: false })
const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '\u00A0')
