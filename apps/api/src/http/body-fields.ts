import { applyDecorators, type Type as Class } from '@nestjs/common'
import { ApiProperty } from '@nestjs/swagger'
import { Transform, Type } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  isEmail,
  IsIn,
  IsInt,
  isISO8601,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator'
import { canBeName, hasControlCharacter, isReadable } from '@roadbook/platform'
import { field, ids, required, type IdOf, type Label } from '../texts/platform.js'
import type { Sentence } from '../texts/sentence.js'
import { says } from './validation.js'

/**
 * Body fields. Each has a readable sentence for errors. A field that is left out stays unchanged. Null or an empty text means
 * that the value is unknown.
 */

/** Largest id of the database. */
export const INT4_MAX = 2_147_483_647
const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)
const given = (_: unknown, value: unknown) => value !== undefined
const isThere = (_: unknown, value: unknown) => value !== undefined && value !== null
/** Adds to a description how to send no value, if the description does not say it yet. */
const orNone = (none: string, description?: string): string => {
  if (!description) return none
  return /\bnull\b|\bDefault:/i.test(description) ? description : `${description}. ${none}`
}
const NULL_OR_EMPTY = 'Null or empty for none'
const NULL = 'Null for none'

interface TextRules {
  maxLength: number
  /** Sentence for a text that is too long; set only if the specification has its own wording. */
  tooLong?: Sentence
  minLength?: number
  /** True for the name of a person or thing that appears in mails to others. */
  isName?: boolean
  /** Further condition, and the sentence shown when it is not met. */
  pattern?: { matches: Pick<RegExp, 'test'>; sentence: Sentence }
  description?: string
}

export function textProblem(value: unknown, key: Label, rules: TextRules): Sentence | undefined {
  const { maxLength, minLength = 0, pattern } = rules
  const label = field(`label.${key}`)
  const { tooLong = field('too-long', { label }) } = rules
  if (typeof value !== 'string') return field('not-text', { label })
  if (value.length > maxLength) return tooLong
  if (value.length < minLength) return field('too-short', { label, min: minLength })
  if (hasControlCharacter(value)) return field('not-one-line', { label })
  if (value !== '' && !isReadable(value)) return field('not-readable', { label })
  if (rules.isName && !canBeName(value)) return field('not-a-name', { label })
  return pattern && !pattern.matches.test(value) ? pattern.sentence : undefined
}

/** Declares a check that returns a sentence for an invalid value. The check may depend on the rest of the body. */
export const check = (problemOf: (value: unknown, body: Record<string, unknown>) => Sentence | undefined) =>
  ValidateBy(
    { name: 'field', validator: { validate: (value, args) => problemOf(value, bodyOf(args?.object)) === undefined } },
    says((value, body) => problemOf(value, bodyOf(body)) ?? field('not-valid')),
  )
const bodyOf = (body: object | undefined) => (body ?? {}) as Record<string, unknown>

/**
 * A required line of text.
 * @param sentence error for a missing text; set only if the specification has its own wording
 */
export const RequiredLine = (label: Label, rules: TextRules, sentence = required(label)) =>
  applyDecorators(
    ApiProperty({ type: 'string', minLength: rules.minLength ?? 1, maxLength: rules.maxLength, description: rules.description }),
    Transform(({ value }: { value: unknown }) => trimmed(value)),
    check((value) => (typeof value !== 'string' || value === '' ? sentence : textProblem(value, label, rules))),
  )

/** An optional line of text. */
export const OptionalLine = (label: Label, rules: TextRules) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      nullable: true,
      required: false,
      maxLength: rules.maxLength,
      description: orNone(NULL_OR_EMPTY, rules.description),
    }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value)),
    check((value) => (value === undefined || value === null ? undefined : textProblem(value, label, rules))),
  )

/** A line of text, or null for none. The field must be present. */
export const NullableLine = (label: Label, { maxLength, description }: Pick<TextRules, 'maxLength' | 'description'>) =>
  applyDecorators(
    ApiProperty({ type: 'string', nullable: true, maxLength, description: orNone(NULL_OR_EMPTY, description) }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value)),
    check((value) => {
      if (value === undefined) return required(label)
      return value === null ? undefined : textProblem(value, label, { maxLength })
    }),
  )

/** An optional e-mail address. */
export const OptionalEmail = () =>
  applyDecorators(
    ApiProperty({ type: 'string', nullable: true, required: false, maxLength: 254, description: NULL_OR_EMPTY }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value)),
    check((value) => (value === undefined || value === null || isEmail(value) ? undefined : field('not-email'))),
  )

const isId = (what: IdOf) => [Max(INT4_MAX, says(ids(what))), Min(1, says(ids(what))), IsInt(says(ids(what)))]

/** An id. */
export const IdField = (what: IdOf, description = `Id of the ${words(what)}`) =>
  applyDecorators(ApiProperty({ type: 'integer', description }), ...isId(what))

/** An id, or null for none. The field must be present. */
export const NullableIdField = (what: IdOf, description: string) =>
  applyDecorators(
    ApiProperty({ type: 'integer', nullable: true, description: orNone(NULL, description) }),
    ValidateIf((_, value) => value !== null),
    ...isId(what),
  )

/** An id, or null for none. The field may be absent. */
export const OptionalIdField = (what: IdOf, description = `Id of the ${words(what)}`) =>
  applyDecorators(
    ApiProperty({ type: 'integer', nullable: true, required: false, description: orNone(NULL, description) }),
    ValidateIf((_, value) => value !== undefined && value !== null),
    ...isId(what),
  )

const words = (key: string) => key.replaceAll('-', ' ')

interface IdsRules {
  max: number
  /** Sentence for an empty list. If it is not given, the field may be absent. */
  none?: Sentence
}

/** A list of distinct ids. */
export const IdsField = (what: string, { max, none }: IdsRules) =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'integer' },
      maxItems: max,
      uniqueItems: true,
      required: none !== undefined,
      description: `Ids of ${what}`,
    }),
    none ? ArrayMinSize(1, says(none)) : ValidateIf(given),
    Max(INT4_MAX, { each: true, ...says(ids('some')) }),
    Min(1, { each: true, ...says(ids('some')) }),
    IsInt({ each: true, ...says(ids('some')) }),
    ArrayUnique(says(ids('once'))),
    ArrayMaxSize(max, says(ids('at-most', { max }))),
    IsArray(says(ids('list'))),
  )

/** One of a fixed list of words. */
export const WordField = (
  words: readonly string[],
  options: { optional?: boolean; required?: Sentence; description?: string } = {},
) =>
  applyDecorators(
    ApiProperty({ type: 'string', enum: [...words], required: !options.optional, description: options.description }),
    ...(options.optional ? [ValidateIf(given)] : []),
    IsIn([...words], isOneOf(words, options.required)),
  )

/**
 * Options for `IsIn`, with a message that lists the allowed words.
 * @param required sentence for an absent value
 */
export const isOneOf = (words: readonly string[], required?: Sentence) =>
  says((value) =>
    required && (value === undefined || value === null || value === '') ? required : field('not-one-of', { allowed: words }),
  )

interface WholeRules {
  min: number
  max: number
  description?: string
  /** True when the value may be absent or null. */
  isOptional?: boolean
}

/** A whole number that is not an id. */
export const WholeField = ({ min, max, description, isOptional = false }: WholeRules) =>
  applyDecorators(
    ApiProperty({
      type: 'integer',
      minimum: min,
      maximum: max,
      description: isOptional ? orNone(NULL, description) : description,
      ...(isOptional && { required: false, nullable: true }),
    }),
    ...(isOptional ? [ValidateIf(isThere)] : []),
    Max(max, says(field('too-great', { max }))),
    Min(min, says(field('not-positive', { min }))),
    IsInt(says(field('not-whole'))),
  )

/**
 * Returns true for a time that both `Date` and PostgreSQL read: ISO 8601 with a whole date, of the years 1 to 9999. A year or
 * week alone is ISO 8601 too, but PostgreSQL refuses it.
 */
export function isMoment(value: unknown): boolean {
  if (!isISO8601(value, { strict: true }) || !/^\d{4}-\d{2}-\d{2}(?!\d)/.test(value as string)) return false
  const year = momentOf(value as string).getUTCFullYear()
  return year >= 1 && year <= 9_999
}

/** Reads a time of a body. A time without a zone is in UTC, wherever the process runs. */
export const momentOf = (text: string): Date => new Date(/T/i.test(text) && !ZONE.test(text) ? `${text}Z` : text)
const ZONE = /T.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i

/** A time in ISO 8601 with a whole date. The field may be absent unless `isRequired` is set. */
export const MomentField = ({ isRequired = false, isNullable = false, description }: MomentRules) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      format: 'date-time',
      required: isRequired,
      nullable: isNullable,
      description: isNullable ? orNone(NULL, description) : description,
    }),
    ValidateIf((_, value) => (value === undefined ? isRequired : value !== null || !isNullable)),
    ValidateBy({ name: 'isMoment', validator: { validate: isMoment } }, says(field('not-time'))),
  )
interface MomentRules {
  isRequired?: boolean
  isNullable?: boolean
  description?: string
}

/**
 * A list of nested objects with fields of their own.
 * @param none sentence for an empty list. Without it, the field may be absent or empty
 */
export const PartsField = (part: Class, { max, none }: { max: number; none?: Sentence }) =>
  applyDecorators(
    ApiProperty({ type: [part], maxItems: max, ...(none ? { minItems: 1 } : { required: false }) }),
    ...(none ? [] : [ValidateIf(given)]),
    ValidateNested({ each: true }),
    Type(() => part),
    ArrayMaxSize(max, says(field('at-most', { max }))),
    ...(none ? [ArrayMinSize(1, says(none))] : []),
    IsArray(says(field('not-list'))),
  )

export const FlagField = (description: string) =>
  applyDecorators(
    ApiProperty({ type: 'boolean', required: false, description }),
    ValidateIf(given),
    IsBoolean(says(field('not-boolean'))),
  )
