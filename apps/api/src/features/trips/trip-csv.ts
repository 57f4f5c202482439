import type { ConsumerViews } from '../../audit/consumer-views.js'
import type { RequestDatabase } from '../../database/request-database.js'
import { CsvColumns, csvColumnsOf, type CsvList, csvReader, eachBatch } from '../../exports/index.js'
import { addressesOf, type Geocoder } from '../../geocoder/geocoder.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import type { ListFields } from '../../lists/list-fields.js'
import type { TripDto } from './dto/trip.dto.js'
import type { TripCsvRow, TripRow } from './trip.row.js'
import { TRIP_LIST } from './trip-list.js'
import { type TripPeriod, tripPeriodOf } from './trip-query.js'
import { toTripResponse } from './trip-response.js'
import type { TripsRepository } from './trips.repository.js'

/** A trip with what its vehicle is called. */
type TripLine = TripDto & Pick<TripCsvRow, 'entity_name' | 'frame_number' | 'license_plate'>

/** G-61: kilometres and hours are numbers, for who adds them up. */
const kilometres = (metres: number): number => Math.round(metres / 10) / 100
const hours = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 36) / 100)

const { column, time } = csvColumnsOf<TripLine>()
const TRIP_CSV = new CsvColumns<TripLine>({
  entity_name: column('Voertuig', 'Vehicle', 'Fahrzeug', 'Véhicule', (trip) => trip.entity_name),
  frame_number: column('Framenummer', 'Frame number', 'Rahmennummer', 'Numéro de cadre', (trip) => trip.frame_number),
  license_plate: column('Kenteken', 'License plate', 'Kennzeichen', 'Immatriculation', (trip) => trip.license_plate),
  trip_started_at: time('Begonnen', 'Started', 'Beginn', 'Départ', (trip) => trip.trip_started_at),
  start_address: column('Beginadres', 'Start address', 'Startadresse', 'Adresse de départ', ({ start }) => start.address),
  trip_ended_at: time('Geëindigd', 'Stopped', 'Ende', 'Arrivée', (trip) => trip.trip_ended_at),
  stop_address: column('Eindadres', 'Stop address', 'Zieladresse', 'Adresse d’arrivée', ({ stop }) => stop.address),
  distance: column('Afstand, km', 'Distance, km', 'Strecke, km', 'Distance, km', (trip) => kilometres(trip.distance_m)),
  duration: column('Duur, uur', 'Duration, h', 'Dauer, Std.', 'Durée, h', ({ duration_s }) => hours(duration_s)),
  average_speed: column(
    'Gemiddelde snelheid, km/u',
    'Average speed, km/h',
    'Durchschnittsgeschwindigkeit, km/h',
    'Vitesse moyenne, km/h',
    ({ average_speed_kph }) => average_speed_kph,
  ),
  time_on_location: column('Tijd op locatie, uur', 'Time on location, h', 'Standzeit, Std.', 'Temps sur place, h', (trip) =>
    hours(trip.time_on_location_s),
  ),
})
export const TRIP_CSV_COLUMNS = TRIP_CSV.names

/** The criteria of a CSV of trips. */
export const TRIP_CSV_FIELDS: ListFields = { ...TRIP_LIST, extra: ['from', 'till', 'columns', 'tz'] }

interface Sources {
  database: RequestDatabase
  trips: TripsRepository
  geocoder: Geocoder
  views: ConsumerViews
}

/**
 * the trips of a view as CSV, in the columns of the table of trips. Trips of a customer's vehicle are in it only
 * while their whereabouts may be seen, and each file that has some is a look at the vehicle. Addresses are asked for between
 * the reads: no transaction waits for them.
 */
export const tripCsvList = ({ database, trips, geocoder, views }: Sources): CsvList<TripPeriod> => ({
  name: 'trips',
  title: { nl: 'Ritten', en: 'Trips', de: 'Fahrten', fr: 'Trajets' },
  permission: 'read:map',
  fields: TRIP_CSV_FIELDS,
  columns: TRIP_CSV.names,
  portalPath: '/map',
  objectType: 'trip',
  extraOf: tripPeriodOf,
  head: TRIP_CSV.head,
  write: async (caller, { criteria, wish, extra: period, origin }, put) => {
    const reader = csvReader(caller.locale, wish.timeZone)
    const ids = await database.read(caller.scope, (transaction) =>
      trips.findIds(transaction, caller, criteria, period, MAX_CSV_ROWS + 1),
    )
    const wantsAddress = wish.columns.some((name) => name.endsWith('_address'))
    await eachBatch(ids, async (some) => {
      const rows = await database.read(caller.scope, (transaction) => trips.findForCsv(transaction, caller, some))
      const entityIds = [...new Set(rows.flatMap((row) => (row.is_consumers ? [row.entity_id] : [])))]
      await views.note({ caller, origin }, { entityIds, kind: 'detail', call: 'trips.csv' })
      const addresses = wantsAddress ? await addressesOf(geocoder, rows.flatMap(endsOf), caller.locale) : []
      await put(rows.map((row, at) => TRIP_CSV.cells(lineOf(row, addresses.slice(at * 2)), wish.columns, reader)))
    })
  },
})

/** Where trips began and ended, one after the other. */
export const endsOf = (row: TripRow) => [
  { latitude: row.start_latitude, longitude: row.start_longitude },
  { latitude: row.stop_latitude, longitude: row.stop_longitude },
]

function lineOf(row: TripCsvRow, [start = null, stop = null]: readonly (string | null)[]): TripLine {
  const { entity_name, frame_number, license_plate } = row
  return { ...toTripResponse(row, start, stop), entity_name, frame_number, license_plate }
}
