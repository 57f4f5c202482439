import { z } from 'zod'
import { type Day, isDay } from '../../lib/day-range.js'
import { timeTyped } from './typed-moment.js'

/** The field itself says what is wrong: the schema only keeps the form from being sent. */
const NONE = 'none'

/** A day of a {@link DateField}, or none. */
export const daySchema = z.string().refine((text) => text === '' || isDay(text), NONE)

/** A day of a {@link DateField} that takes none after `max`, or none. */
export const daySchemaUntil = (max: Day) => daySchema.refine((text) => text <= max, NONE)

/** A time of a {@link TimeField}, or none. */
export const timeSchema = z.string().refine((text) => text === '' || timeTyped(text) !== undefined, NONE)
