import { VEHICLE_TYPE_WORDS, VEHICLE_TYPES, type VehicleType } from '@roadbook/contracts'
import type { Locale } from '../../../texts/locale.js'
import { defineTexts, type Sentence } from '../../../texts/sentence.js'

type Key = `word.${VehicleType}`

const wordsIn = (locale: Locale) =>
  Object.fromEntries(VEHICLE_TYPES.map((type) => [`word.${type}`, VEHICLE_TYPE_WORDS[type][locale]])) as Record<Key, string>

const say = defineTexts('vehicle-type', { en: wordsIn('en'), nl: wordsIn('nl'), de: wordsIn('de'), fr: wordsIn('fr') })

/** Types that a sheet can contain. Unregistered vehicles cannot be imported. */
export const WRITTEN_TYPES = VEHICLE_TYPES.filter((type) => type !== 'unregistered')

/** Returns the names of these types in the reader's language. */
export const writtenTypes = (): Sentence[] => WRITTEN_TYPES.map((type) => say(`word.${type}`))
