import { base } from './base.js'
import { controls } from './controls.js'
import { fields } from './fields.js'
import { signs } from './signs.js'
import { surfaces } from './surfaces.js'
import { tables } from './tables.js'
import type { Overrides } from './vars.js'

/** Style overrides of Material UI's components. */
export const components: Overrides = { ...base, ...controls, ...fields, ...surfaces, ...signs, ...tables }
