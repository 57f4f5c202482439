import { VEHICLE_TYPES, type VehicleType } from './vehicle-type.js'

/** The languages that the words of everybody's catalogue are known in. */
export type WordLanguage = 'en' | 'nl' | 'de' | 'fr'
type Words = Readonly<Record<WordLanguage, string>>

const words = (en: string, nl: string, de: string, fr: string): Words => ({ en, nl, de, fr })

/** Types of vehicle as people call them. */
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

/** The colours of everybody's catalogue, which are stored by their English name. */
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

/** A word without what differs by how it is typed: capitals, accents, blanks and dashes. */
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

/** What a type of vehicle is called in a language; a code that is none is given back as it is. */
export const vehicleTypeWord = (type: string, language: WordLanguage): string =>
  (VEHICLE_TYPE_WORDS as Readonly<Record<string, Words>>)[type]?.[language] ?? type

/** The type that a word of any of the languages means; undefined where it means none. */
export const vehicleTypeOf = (word: string): VehicleType | undefined => TYPES.get(folded(word))

/** A colour in a language. One that is not stored by a name of everybody's catalogue is told as it was written, to the letter: a history shows that. */
export const colorWord = (color: string, language: WordLanguage): string => COLOR_WORDS[color]?.[language] ?? color

/** How a colour is stored: by its name in everybody's catalogue where it is one of those in any language, else as it was written. */
export const colorOf = (word: string): string => COLORS.get(folded(word)) ?? word
