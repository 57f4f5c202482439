import { plainDigits } from './sheet-cell.js'

export const DECIMAL_SIGNS = [',', '.'] as const
export type DecimalSign = (typeof DECIMAL_SIGNS)[number]

export type ReadNumber =
  | { value: number; unit: string; fault?: undefined }
  | { fault: 'not-number' }
  /** The separators contradict other cells of the column, or the given decimal separator. */
  | { fault: 'contradicts'; other?: string }
  /** The only separator in the cell may separate thousands or decimals, and no other cell of the column shows which. */
  | { fault: 'unclear'; sign: DecimalSign; unit: string; whole: string; decimal: { units: string; fraction: string } }

/**
 * Reads the numbers of a column. The meaning of the separators is taken from the column's cells, because nothing else in
 * the file shows it. A cell decides for the whole column if it has both separators, a separator that occurs twice, or a
 * number of decimals other than three. Blanks and apostrophes group digits.
 * @param said the decimal separator, if the user specified it
 * @returns undefined for empty cells
 */
export function readNumbers(cells: readonly string[], said?: DecimalSign): (ReadNumber | undefined)[] {
  const shapes = cells.map(shapeOf)
  const telling = (sign: DecimalSign) => shapes.findIndex((shape) => shape?.tells === sign)
  const isTold = { ',': telling(',') >= 0, '.': telling('.') >= 0 }
  const only = isTold[','] === isTold['.'] ? undefined : isTold[','] ? ',' : '.'
  return shapes.map((shape, at) => {
    if (shape === undefined) return cells[at]?.trim() ? { fault: 'not-number' } : undefined
    const { tells, unit } = shape
    if (tells && said && tells !== said) return { fault: 'contradicts' }
    if (tells && !said && !only) return { fault: 'contradicts', other: (cells[telling(otherSign(tells))] ?? '').trim() }
    return valueOf(shape, unit, said ?? only)
  })
}

function valueOf({ digits, unclear }: Shape, unit: string, decimal: DecimalSign | undefined): ReadNumber {
  if (!unclear) return { value: Number(digits), unit }
  const [units = '', rest = ''] = digits.split('.')
  if (!decimal) return { fault: 'unclear', sign: unclear, unit, whole: units + rest, decimal: { units, fraction: rest } }
  return { value: Number(unclear === decimal ? digits : units + rest), unit }
}

/** Returns the thousands separator that is used together with a decimal separator. */
export const otherSign = (sign: string): DecimalSign => (sign === '.' ? ',' : '.')

interface Shape {
  /** The digits, with a point before decimals. */
  digits: string
  /** Text after the number. */
  unit: string
  /** The decimal separator of the column, if this cell decides it. */
  tells?: DecimalSign
  /** The separator whose meaning is not clear. `digits` treats it as the decimal separator. */
  unclear?: DecimalSign
}

const NUMBER = /^\+?([\d.,' ]*\d)\s*([^\d\s.,'+\-−].*)?$/u

/** Maximum length of a cell that is read as a number. */
const LONGEST = 60

/** Reads the separators of one cell, without the other cells. Undefined if the cell is not a number. */
function shapeOf(cell: string): Shape | undefined {
  if (cell.length > LONGEST) return undefined
  const plain = plainDigits(cell)
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/[’ʼ′´\u0060]/g, "'")
    .trim()
  const [, number, unit = ''] = NUMBER.exec(plain) ?? []
  const shape = number === undefined ? undefined : (shapeOfWhole(number) ?? shapeOfParted(number))
  return shape && { ...shape, unit: unit.trim() }
}

type Signs = Omit<Shape, 'unit'>

/** Digits in groups of thousands with one separator. In the Indian style, the groups before the last one have two digits. */
const GROUPED = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$|^\d{1,2}(?:,\d{2})+,\d{3}$/
const ungrouped = (text: string) => text.replace(/\D/g, '')

/** Reads a number without decimals. */
function shapeOfWhole(number: string): Signs | undefined {
  if (/^\d+$/.test(number)) return { digits: number }
  const sign = /[.,]/.exec(number)?.[0]
  if (!GROUPED.test(number)) return undefined
  if (sign === undefined) return { digits: ungrouped(number) }
  // A single group of three digits may also be decimals.
  return number.indexOf(sign) === number.lastIndexOf(sign) ? undefined : { digits: ungrouped(number), tells: otherSign(sign) }
}

/** Reads a number with one separator that is, or may be, the decimal separator. */
function shapeOfParted(number: string): Signs | undefined {
  const [, before = '', sign, rest = ''] = /^(.*)([.,])(\d+)$/.exec(number) ?? []
  if (sign === undefined || before.includes(sign)) return undefined
  if (before !== '' && !/^\d+$/.test(before) && !GROUPED.test(before)) return undefined
  const digits = `${ungrouped(before) || '0'}.${rest}`
  const mayGroup = rest.length === 3 && /^[1-9]\d{0,2}$/.test(before)
  return mayGroup ? { digits, unclear: sign as DecimalSign } : { digits, tells: sign as DecimalSign }
}
