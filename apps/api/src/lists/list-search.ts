import {
  type Condition,
  type FieldType,
  type ListFields,
  MAX_CONDITIONS,
  MAX_VALUE_LENGTH,
  OPERATORS,
  OPERATORS_OF,
  type Operator,
} from './list-fields.js'
import { isDay } from '../day-sums/index.js'
import { localDayAt } from '../http/local-time.js'
import { invalid } from '../http/problems.js'
import { field as rule, query } from '../texts/platform.js'

/** Time zone that decides the day of a time, for fields with calendar days. */
const DAYS_OF = 'Europe/Amsterdam'

interface SearchField {
  field: string
  operator: Operator
  /** Value of `field:=value`; absent in `field:=`. */
  value?: string
}

/**
 * Reads `search` and `searchFields`:
 * - `search=text` searches the fields of `searchFields`, or all text fields of the list if no `searchFields` are given.
 * - `search=field:value;field:value` names its fields, and `searchFields` gives their operators. A value without a field
 *   belongs to the field before it.
 * - `searchFields=field:=value` is a condition by itself.
 */
export function parseSearch(search: string, searchFields: string, fields: ListFields<unknown>) {
  const named = split(searchFields).map((piece) => parseSearchField(piece, fields))
  const conditions: Condition[] = named
    .filter((one) => one.value !== undefined)
    .map((one) => condition(one.field, one.operator, (one.value ?? '').split(','), fields))
  const asked = named.filter((one) => one.value === undefined)
  const pairs = parsePairs(search, fields)
  let text: string | undefined
  if (pairs) {
    for (const { field, values } of pairs) {
      const operator = asked.find((one) => one.field === field)?.operator ?? defaultOperator(field, fields)
      conditions.push(condition(field, operator, values, fields))
    }
  } else if (search.trim() !== '') {
    if (asked.length > 0) conditions.push(...asked.map((one) => condition(one.field, one.operator, split(search), fields)))
    else if (fields.text.length > 0) text = checkedText('search', search.trim())
    else throw invalid({ search: [query('no-field', { allowed: allowed(fields) })] })
  }
  if (conditions.length > MAX_CONDITIONS) throw invalid({ search: [query('too-many-conditions', { max: MAX_CONDITIONS })] })
  return { conditions, text }
}

const split = (text: string) =>
  text
    .split(';')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')

const allowed = (fields: ListFields<unknown>) => Object.keys(fields.search)

const fieldOf = (name: string, fields: ListFields<unknown>) =>
  Object.hasOwn(fields.search, name) ? fields.search[name] : undefined

const defaultOperator = (name: string, fields: ListFields<unknown>): Operator =>
  OPERATORS_OF[fieldOf(name, fields)?.type ?? 'id'][0]

function parseSearchField(piece: string, fields: ListFields<unknown>): SearchField {
  const [, field = '', rest = ''] = /^([^:]*):?(.*)$/su.exec(piece) ?? []
  const known = fieldOf(field, fields)
  if (!known) throw invalid({ searchFields: [query('unknown-field', { allowed: allowed(fields) })] })
  if (rest === '') return { field, operator: OPERATORS_OF[known.type][0] }
  const operators: readonly Operator[] = OPERATORS_OF[known.type]
  const operator = operators.find((one) => rest.startsWith(one))
  if (!operator) {
    throw invalid({
      searchFields: [query('unknown-operator', { field, allowed: operators.join(' '), all: OPERATORS.join(' ') })],
    })
  }
  const value = rest.slice(operator.length).replace(/^:/, '')
  return value === '' ? { field, operator } : { field, operator, value }
}

/** Returns the pairs of `field:value;value;field:value`; undefined when the text does not begin with a field name. */
function parsePairs(search: string, fields: ListFields<unknown>): { field: string; values: string[] }[] | undefined {
  const pairs: { field: string; values: string[] }[] = []
  for (const piece of split(search)) {
    const [, field, value = ''] = /^([a-z_]+):(.*)$/su.exec(piece) ?? []
    const last = pairs.at(-1)
    if (field !== undefined) {
      if (!fieldOf(field, fields)) throw invalid({ search: [query('unknown-field', { allowed: allowed(fields) })] })
      pairs.push({ field, values: [value] })
    } else if (last) last.values.push(piece)
    else return undefined
  }
  return pairs.length > 0 ? pairs : undefined
}

function condition(field: string, operator: Operator, values: string[], fields: ListFields<unknown>): Condition {
  const type = fieldOf(field, fields)?.type ?? 'id'
  const checked = values.map((value) => checkedValue(field, value.trim(), type))
  if (checked.length === 1) return { field, operator, values: checked }
  const operators: readonly Operator[] = OPERATORS_OF[type]
  if (!operators.includes('in')) throw invalid({ [field]: [query('one-value')] })
  return { field, operator: 'in', values: checked }
}

function checkedValue(field: string, value: string, type: FieldType): string | number | boolean | Date {
  if (type === 'text') return checkedText(field, value)
  if (type === 'fact') {
    if (value !== 'true' && value !== 'false') throw invalid({ [field]: [rule('not-boolean')] })
    return value === 'true'
  }
  if (type === 'time') return checkedTime(field, value)
  if (type === 'day') {
    if (isDay(value)) return value
    if (/^[\d-]*$/.test(value)) throw invalid({ [field]: [query('not-day')] })
    return localDayAt(checkedTime(field, value), DAYS_OF)
  }
  if (!/^-?\d{1,10}$/.test(value) || Math.abs(Number(value)) > 2_147_483_647) {
    throw invalid({ [field]: [rule('not-whole')] })
  }
  return Number(value)
}

function checkedTime(field: string, value: string): Date {
  const time = /^\d{4}-\d\d-\d\d/.test(value) && value.length <= 40 ? new Date(value) : new Date(NaN)
  if (Number.isNaN(time.getTime())) throw invalid({ [field]: [rule('not-time')] })
  return time
}

function checkedText(field: string, value: string): string {
  if (value.length > MAX_VALUE_LENGTH) throw invalid({ [field]: [query('too-long', { max: MAX_VALUE_LENGTH })] })
  if (value.includes('\0')) throw invalid({ [field]: [query('not-text')] })
  return value
}
