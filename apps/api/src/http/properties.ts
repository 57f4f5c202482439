import { ApiProperty } from '@nestjs/swagger'

/** Short forms of `@ApiProperty` for common types. Every property is required; an unknown value is null. */
interface PropertyOptions {
  nullable?: boolean
  required?: boolean
  description?: string
  example?: unknown
}

/** A database id, metres, seconds or a count. */
export const Whole = (options: PropertyOptions = {}) => ApiProperty({ type: 'integer', ...options })

/** Degrees or km/h. */
export const Decimal = (options: PropertyOptions = {}) => ApiProperty({ type: 'number', ...options })

export const Text = (options: PropertyOptions = {}) => ApiProperty({ type: 'string', ...options })

export const Fact = (options: PropertyOptions = {}) => ApiProperty({ type: 'boolean', ...options })

/** ISO 8601, UTC, milliseconds. */
export const Moment = (options: PropertyOptions = {}) => ApiProperty({ type: 'string', format: 'date-time', ...options })

/** One of a fixed list of words. */
export const OneOf = (words: readonly string[], options: PropertyOptions = {}) =>
  ApiProperty({ type: 'string', enum: [...words], ...options })

/** A list of plain values. */
export const ListOf = (type: 'string' | 'number' | 'integer' | 'boolean', options: PropertyOptions = {}) => {
  const { nullable, ...rest } = options
  return ApiProperty({ type: 'array', items: { type, ...(nullable ? { nullable } : {}) }, ...rest })
}
