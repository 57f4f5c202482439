import { headKey, headText } from '@roadbook/contracts/sheet-cell'
import { type ColumnName, COLUMNS, type SpeedUnit } from './history-file.js'

/** Headings of each value in the files of other systems, in four languages, without blanks, units and punctuation. */
const HEADS: Readonly<Record<ColumnName, readonly string[]>> = {
  latitude: ['latitude', 'lat', 'breedtegraad', 'breitengrad', 'breite', 'gpslatitude', 'positionlatitude', 'latitudedeg', 'y'],
  longitude: [
    ...['longitude', 'lon', 'lng', 'long', 'lengtegraad', 'längengrad', 'laengengrad', 'länge', 'laenge'],
    ...['gpslongitude', 'positionlongitude', 'longitudedeg', 'x'],
  ],
  time: [
    ...['positionedat', 'fixtime', 'gpstime', 'timestamp', 'datetime', 'time', 'utctime', 'timeutc', 'devicetime', 'recordedat'],
    ...['tijdstip', 'datumtijd', 'tijd', 'zeitpunkt', 'zeitstempel', 'datumzeit', 'datumuhrzeit', 'zeit', 'uhrzeit'],
    ...['horodatage', 'dateheure', 'dateetheure', 'heure', 'servertime', 'createdat'],
  ],
  date: ['date', 'datum', 'jour', 'day'],
  speed: ['speed', 'gpsspeed', 'velocity', 'snelheid', 'geschwindigkeit', 'vitesse'],
  altitude: ['altitude', 'alt', 'elevation', 'ele', 'height', 'hoogte', 'höhe', 'hoehe'],
  heading: ['heading', 'course', 'bearing', 'direction', 'azimuth', 'koers', 'richting', 'kurs', 'richtung', 'cap'],
  ignition: ['ignition', 'ign', 'acc', 'contact', 'zündung', 'zuendung', 'engine', 'engineon'],
}

/** Units at the end of a heading: `Speed (km/h)`, `altitude_m`. */
const UNITS: readonly (readonly [RegExp, SpeedUnit | undefined])[] = [
  [/[\s_([]+(km\/?h|kph|kmph)[)\]]?$/, 'km/h'],
  [/[\s_([]+(mph|mi\/h)[)\]]?$/, 'mph'],
  [/[\s_([]+(kn|kt|kts|knots|knoten|knopen|n[œo]uds)[)\]]?$/, 'kn'],
  [/[\s_([]+(m\/s|mps|ms)[)\]]?$/, 'm/s'],
  [/[\s_([]+(m|ft|deg|°|utc|local|dd)[)\]]?$/, undefined],
]

/** Maximum number of characters of a heading. A request that names a column has the same limit. */
const LONGEST_HEAD = 100

/**
 * Returns a heading for display and comparison. Shortens a long heading, because the patterns for units are slow on long
 * texts.
 */
export const headOf = (cell: string): string => headText(cell).slice(0, LONGEST_HEAD)

/** Returns the heading in the form in which headings are compared. */
function bareHead(head: string): string {
  let key = headKey(head)
  for (const [unit] of UNITS) key = key.replace(unit, '')
  return key.replace(/[^\p{L}\d]/gu, '')
}

/**
 * Returns the speed unit that a heading names.
 * @param head as {@link headOf} returns it
 */
export const unitIn = (head: string): SpeedUnit | undefined => {
  const key = headKey(head)
  return UNITS.find(([pattern, unit]) => unit !== undefined && pattern.test(key))?.[1]
}

/**
 * Guesses the column of each value by its heading. A heading is used for one value only.
 * @param heads as {@link headOf} returns them
 */
export function guessColumns(heads: readonly string[]): Record<ColumnName, string | null> {
  const bare = heads.map(bareHead)
  const used = new Set<number>()
  const guessed = {} as Record<ColumnName, string | null>
  for (const name of COLUMNS) {
    const at = HEADS[name].map((head) => bare.indexOf(head)).find((place) => place >= 0 && !used.has(place))
    guessed[name] = at === undefined ? null : heads[at]!
    if (at !== undefined) used.add(at)
  }
  // If there is a column for the date but none for the time, the date column is assumed to contain the time too.
  if (guessed.time === null && guessed.date !== null) [guessed.time, guessed.date] = [guessed.date, null]
  return guessed
}
