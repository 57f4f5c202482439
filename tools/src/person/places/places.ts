import { OTHERS } from './others.js'
import { PEOPLE } from './people.js'
import { VEHICLES } from './vehicles.js'
import type { Place } from './place.js'

/** All tables of Roadbook by name, with the schema unless it is `public`. The tables of the job queue are its library's. */
export const PLACES: Readonly<Record<string, Place>> = { ...PEOPLE, ...VEHICLES, ...OTHERS }
