import type { Part } from './part.js'
import { PEOPLE } from './people.js'
import { VEHICLES } from './vehicles.js'

/** All tables of Roadbook, and what happens to their rows when a business moves out. */
export const PARTS: Readonly<Record<string, Part>> = { ...PEOPLE, ...VEHICLES }
