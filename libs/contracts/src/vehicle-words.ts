import { VEHICLE_TYPES, type VehicleType } from './vehicle-type.js'

/** Languages of the words in the shared catalogue. */
export type WordLanguage = 'en' | 'nl' | 'de' | 'fr'
type Words = Readonly<Record<WordLanguage, string>>

const words = (en: string, nl: string, de: string, fr: string): Words => ({ en, nl, de, fr })

/** Usual names of the vehicle types. */
export const VEHICLE_TYPE_WORDS: Readonly<Record<VehicleType, Words>> = {
  eBike: words('eBike', 'E-bike', 'E-Bike', 'Vélo électrique'),
  eCargoBike: words('eCargoBike', 'E-bakfiets', 'E-Lastenrad', 'Vélo cargo électrique'),
  speedPedelec: words('Speed pedelec', 'Speedpedelec', 'S-Pedelec', 'Speed pedelec'),
  eMoped: words('eMoped', 'E-scooter', 'E-Moped', 'Scooter électrique'),
  moped: words('Moped', 'Bromfiets', 'Moped', 'Cyclomoteur'),
  automobile: words('Automobile', 'Auto', 'Auto', 'Voiture'),
  other: words('Other', 'Overig', 'Sonstiges', 'Autre'),
  unregistered: words('Unregistered', 'Niet geregistreerd', 'Nicht registriert', 'Non enregistré'),
}

/** Colours of the shared catalogue, which are stored by their English names. */
export const COLOR_WORDS: Readonly<Record<string, Words>> = Object.fromEntries(
  [
    words('Black', 'Zwart', 'Schwarz', 'Noir'),
    words('White', 'Wit', 'Weiß', 'Blanc'),
    words('Grey', 'Grijs', 'Grau', 'Gris'),
    words('Silver', 'Zilver', 'Silber', 'Argent'),
    words('Blue', 'Blauw', 'Blau', 'Bleu'),
    words('Green', 'Groen', 'Grün', 'Vert'),
    words('Red', 'Rood', 'Rot', 'Rouge'),
    words('Orange', 'Oranje', 'Orange', 'Orange'),
    words('Yellow', 'Geel', 'Gelb', 'Jaune'),
    words('Brown', 'Bruin', 'Braun', 'Marron'),
    words('Beige', 'Beige', 'Beige', 'Beige'),
    words('Pink', 'Roze', 'Rosa', 'Rose'),
    words('Purple', 'Paars', 'Lila', 'Violet'),
  ].map((said) => [said.en, said]),
)

/** Returns a word without differences in typing: capitals, accents, blanks and dashes. */
const folded = (word: string): string =>
  word
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^a-z\d]/g, '')

const byWord = <Key extends string>(keys: readonly Key[], wordsOf: (key: Key) => Words): ReadonlyMap<string, Key> =>
  new Map(keys.flatMap((key) => [key, ...Object.values(wordsOf(key))].map((word) => [folded(word), key] as const)))

const TYPES = byWord(VEHICLE_TYPES, (type) => VEHICLE_TYPE_WORDS[type])
const COLORS = byWord(Object.keys(COLOR_WORDS), (color) => COLOR_WORDS[color] as Words)

/** Returns the name of a vehicle type in a language. An unknown type is returned unchanged. */
export const vehicleTypeWord = (type: string, language: WordLanguage): string =>
  (VEHICLE_TYPE_WORDS as Readonly<Record<string, Words>>)[type]?.[language] ?? type

/** Returns the type that a word names in any of the languages. Undefined if there is none. */
export const vehicleTypeOf = (word: string): VehicleType | undefined => TYPES.get(folded(word))

/**
 * Returns the name of a colour in a language. A colour that is not in the shared catalogue is returned exactly as written,
 * because histories show it in this form.
 */
export const colorWord = (color: string, language: WordLanguage): string => COLOR_WORDS[color]?.[language] ?? color

/**
 * Returns the stored form of a colour. It is the catalogue name if the word names that colour in any language, and otherwise
 * the word itself.
 */
export const colorOf = (word: string): string => COLORS.get(folded(word)) ?? word
