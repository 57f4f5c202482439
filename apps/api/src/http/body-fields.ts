import { applyDecorators } from '@nestjs/common'
import { ApiProperty } from '@nestjs/swagger'
import { Transform } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator'
import { hasControlCharacter } from './control-characters.js'

/**
 * Fields of bodies, each with one message a person understands. What a body leaves out stays as it is; null or an emptied
 * text is an unknown value.
 */
const INT4_MAX = 2_147_483_647
const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value)
const given = (_: unknown, value: unknown) => value !== undefined

interface TextRules {
  maxLength: number
  minLength?: number
  /** What else must hold, and the message where it does not. */
  pattern?: { matches: RegExp; message: string }
  description?: string
}

function textProblem(value: unknown, label: string, rules: TextRules): string | undefined {
  const { maxLength, minLength = 0, pattern } = rules
  if (typeof value !== 'string') return `${label} must be text`
  if (value.length > maxLength) return `${label} is too long`
  if (value.length < minLength) return `${label} must have at least ${minLength} characters`
  if (hasControlCharacter(value)) return `${label} must be one line of text`
  return pattern && !pattern.matches.test(value) ? pattern.message : undefined
}

const check = (problemOf: (value: unknown) => string | undefined) =>
  ValidateBy({
    name: 'field',
    validator: {
      validate: (value) => problemOf(value) === undefined,
      defaultMessage: (args) => problemOf(args?.value) ?? '',
    },
  })

/** One line of text that must be there. `requiredMessage` where the specification words it differently. */
export const RequiredLine = (label: string, rules: TextRules, requiredMessage = `${label} is required`) =>
  applyDecorators(
    ApiProperty({ type: 'string', minLength: rules.minLength ?? 1, maxLength: rules.maxLength, description: rules.description }),
    Transform(({ value }: { value: unknown }) => trimmed(value)),
    check((value) =>
      value === undefined || value === null || value === '' ? requiredMessage : textProblem(value, label, rules),
    ),
  )

/** One line of text that may be unknown. */
export const OptionalLine = (label: string, rules: TextRules) =>
  applyDecorators(
    ApiProperty({
      type: 'string',
      nullable: true,
      required: false,
      maxLength: rules.maxLength,
      description: rules.description,
    }),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() || null : value)),
    check((value) => (value === undefined || value === null ? undefined : textProblem(value, label, rules))),
  )

/** The id of something. */
export const IdField = (what: string) =>
  applyDecorators(
    ApiProperty({ type: 'integer', description: `Id of a ${what}` }),
    Max(INT4_MAX, { message: `must be the id of a ${what}` }),
    Min(1, { message: `must be the id of a ${what}` }),
    IsInt({ message: `must be the id of a ${what}` }),
  )

/** The id of something, or null for none. */
export const OptionalIdField = (what: string, description = `Id of a ${what}`) =>
  applyDecorators(
    ApiProperty({ type: 'integer', nullable: true, required: false, description }),
    ValidateIf((_, value) => value !== undefined && value !== null),
    Max(INT4_MAX, { message: `must be the id of a ${what}` }),
    Min(1, { message: `must be the id of a ${what}` }),
    IsInt({ message: `must be the id of a ${what}` }),
  )

interface IdsRules {
  max: number
  /** An absent list is no list. */
  optional?: boolean
}

/** Ids of some things, each once. */
export const IdsField = (what: string, { max, optional = false }: IdsRules) =>
  applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'integer' },
      maxItems: max,
      uniqueItems: true,
      required: !optional,
      description: `Ids of ${what}`,
    }),
    ...(optional ? [ValidateIf(given)] : [ArrayMinSize(1, { message: `must name ${what}` })]),
    Max(INT4_MAX, { each: true, message: 'must be ids' }),
    Min(1, { each: true, message: 'must be ids' }),
    IsInt({ each: true, message: 'must be ids' }),
    ArrayUnique({ message: 'must name each only once' }),
    ArrayMaxSize(max, { message: `must name at most ${max}` }),
    IsArray({ message: 'must be a list of ids' }),
  )

/** One of a fixed list of words. */
export const WordField = (words: readonly string[], options: { optional?: boolean; required?: string } = {}) =>
  applyDecorators(
    ApiProperty({ type: 'string', enum: [...words], required: !options.optional }),
    ...(options.optional ? [ValidateIf(given)] : []),
    IsIn([...words], {
      message: ({ value }) =>
        options.required && (value === undefined || value === null || value === '')
          ? options.required
          : `must be one of: ${words.join(', ')}`,
    }),
  )

export const FlagField = (description: string) =>
  applyDecorators(ApiProperty({ type: 'boolean', required: false, description }), ValidateIf(given), IsBoolean())
