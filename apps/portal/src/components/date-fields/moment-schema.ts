import { z } from 'zod'
import { type Day, isDay } from '../../lib/day-range.js'
import { timeTyped } from './typed-moment.js'

/** Message that is never shown, because the field shows an error itself. The schema only prevents the form from being sent. */
const NONE = 'none'

/** Schema for the value of a {@link DateField}, which may be empty. */
export const daySchema = z.string().refine((text) => text === '' || isDay(text), NONE)

/** Schema for the value of a {@link DateField} that allows no day after `max`. The value may be empty. */
export const daySchemaUntil = (max: Day) => daySchema.refine((text) => text <= max, NONE)

/** Schema for the value of a {@link TimeField}, which may be empty. */
export const timeSchema = z.string().refine((text) => text === '' || timeTyped(text) !== undefined, NONE)
