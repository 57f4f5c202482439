import { VEHICLE_TYPE_WORDS, type WordLanguage } from '@roadbook/contracts/vehicle-words'
import de from './locales/de/map.json'
import en from './locales/en/map.json'
import fr from './locales/fr/map.json'
import nl from './locales/nl/map.json'

it.each(Object.entries({ en, nl, de, fr }))(
  'a file taken in %s calls a type of vehicle what the screen does',
  (language, texts) => {
    const words = Object.entries(VEHICLE_TYPE_WORDS).map(([type, word]) => [type, word[language as WordLanguage]])
    expect(texts.vehicleTypes).toEqual(Object.fromEntries(words))
  },
)
