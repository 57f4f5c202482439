import { cutTo } from '@roadbook/contracts/letters'
import { applyDecorators } from '@nestjs/common'
import { ApiProperty } from '@nestjs/swagger'
import { type CellFault } from '@roadbook/contracts/sheet-cell'
import { type ImeiFault, writtenIccid, writtenImei } from '@roadbook/contracts/written-imei'
import { isTrackerId, writtenTrackerId } from '@roadbook/contracts/written-tracker-id'
import { Transform } from 'class-transformer'
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, ValidateIf } from 'class-validator'
import { field, ids, required } from '../texts/platform.js'
import type { Sentence } from '../texts/sentence.js'
import { check, OptionalLine } from './body-fields.js'
import { says } from './validation.js'

/** Reads IMEIs, ICCIDs and tracker names as people type them and spreadsheets write them. Errors explain what to do. */

/** Maximum length in characters, including spaces between groups, quotes and other marks. */
const LONGEST = 60

/** Returns the reason why a cell of a sheet is not accepted, and how to correct it. */
export function cellSentence(fault: CellFault, text: string): Sentence {
  if (fault === 'too-narrow') return field('cell-narrow')
  return field(fault === 'shortened' ? 'cell-shortened' : 'cell-error', { text: cutTo(text, LONGEST) })
}

function imeiSentence(problem: ImeiFault, text: string): Sentence {
  switch (problem.fault) {
    case 'fourteen':
      return problem.withZero ? field('imei-fourteen-zero', { imei: problem.withZero }) : field('imei-fourteen')
    case 'with-version':
      return field('imei-version', { count: problem.count })
    case 'several':
      return field('imei-several')
    case 'shortened':
      return field('imei-shortened')
    case 'digits':
      return field('imei-digits')
    default:
      return cellSentence(problem.fault, text)
  }
}

/** The parsed text, or the reason why it is invalid. */
export type Read = { text: string; fault?: undefined } | { fault: Sentence }

/** Returns the fifteen digits of an IMEI, in any notation. */
export function readImei(text: string): Read {
  const read = writtenImei(text)
  return read.fault === undefined ? { text: read.imei } : { fault: imeiSentence(read, text.trim()) }
}

/** Returns the digits of an ICCID, in any notation. */
export function readIccid(text: string): Read {
  const read = writtenIccid(text)
  if (read.fault === undefined) return { text: read.iccid }
  if (read.fault === 'digits') return { fault: field('iccid-digits') }
  return { fault: read.fault === 'shortened' ? field('iccid-shortened') : cellSentence(read.fault, text.trim()) }
}

/**
 * Reads a tracker's name from a cell of a sheet. Returns an invalid name as text too, and the validation of the row then
 * refuses the name.
 */
export function readTrackerId(text: string): Read {
  const read = writtenTrackerId(text)
  if (read.fault === undefined) return { text: read.trackerId }
  return read.fault === 'not-one' ? { text: text.trim() } : { fault: cellSentence(read.fault, text.trim()) }
}

const HOWEVER = 'Groups, decimals and signs are understood as people and spreadsheets write them'

/**
 * Returns a function that converts a value to its digits. The function returns an unreadable value unchanged, so that
 * validation refuses the value.
 */
const digitsOf = (read: (text: string) => Read) => (value: unknown) => {
  if (typeof value !== 'string') return value
  const found = value.trim() === '' ? undefined : read(value)
  return found && !found.fault ? found.text : value.trim()
}
const imeiOf = digitsOf(readImei)
const iccidOf = digitsOf(readIccid)

/** Declares an IMEI: fifteen digits. */
export const ImeiField = () =>
  applyDecorators(
    ApiProperty({ type: 'string', minLength: 1, maxLength: LONGEST, description: `15 digits. ${HOWEVER}` }),
    Transform(({ value }: { value: unknown }) => imeiOf(value)),
    check((value) => (typeof value !== 'string' || value === '' ? required('imei') : readImei(value).fault)),
  )

/** Declares the number of a SIM (ICCID). */
export const IccidField = ({ isOptional = false } = {}) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      maxLength: LONGEST,
      description: `18 to 22 digits. ${HOWEVER}`,
      ...(isOptional ? { nullable: true, required: false } : { minLength: 1 }),
    }),
    Transform(({ value }: { value: unknown }) => (isOptional && iccidOf(value) === '' ? null : iccidOf(value))),
    check((value) => {
      if (isOptional && (value === undefined || value === null)) return undefined
      return typeof value !== 'string' || value === '' ? required('iccid') : readIccid(value).fault
    }),
  )

/** Declares the name that a tracker sends instead of its IMEI. */
export const TrackerIdField = (description: string) =>
  OptionalLine('tracker-id', {
    maxLength: 20,
    description,
    pattern: { matches: { test: isTrackerId }, sentence: field('not-tracker-id') },
  })

interface ImeisRules {
  max: number
  /** Sentence for a value that is not a list. */
  none: Sentence
  isOptional?: boolean
  description?: string
}

/** A list of distinct IMEIs in any notation. If several are wrong, the message names the first. */
export const ImeisField = ({ max, none, isOptional = false, description = '' }: ImeisRules) =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string', maxLength: LONGEST },
      maxItems: max,
      ...(isOptional ? { required: false } : { minItems: 1 }),
      description: `15 digits each. ${HOWEVER}. ${description}`.trim(),
    }),
    ...(isOptional ? [ValidateIf((_, value) => value !== undefined)] : [ArrayMinSize(1, says(none))]),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(imeiOf) : value)),
    check((value) => (Array.isArray(value) ? firstWrong(value) : none)),
    ArrayUnique(says(ids('once'))),
    ArrayMaxSize(max, says(ids('at-most', { max }))),
    IsArray(says(none)),
  )

function firstWrong(values: readonly unknown[]): Sentence | undefined {
  for (const value of values) {
    if (typeof value !== 'string') return field('imei-digits')
    const { fault } = readImei(value)
    if (fault) return field('imei-of-list', { text: cutTo(value, LONGEST), what: fault })
  }
  return undefined
}
