import { z } from 'zod'
import { type Day, isDay } from '../../lib/day-range.js'
import { timeTyped } from './typed-moment.js'

/** The field shows its own error; the schema only stops the form from being sent. */
const NONE = 'none'

/** Schema for the value of a {@link DateField}; may be empty. */
export const daySchema = z.string().refine((text) => text === '' || isDay(text), NONE)

/** Schema for the value of a {@link DateField} that allows no day after `max`; may be empty. */
export const daySchemaUntil = (max: Day) => daySchema.refine((text) => text <= max, NONE)

/** Schema for the value of a {@link TimeField}; may be empty. */
export const timeSchema = z.string().refine((text) => text === '' || timeTyped(text) !== undefined, NONE)
