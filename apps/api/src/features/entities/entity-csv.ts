import type { Locale } from '../../texts/locale.js'
import type { CsvValue } from '../../http/csv.js'
import type { EntityRow, TagRow } from './entity.row.js'
import { type EntityOfRow, type Judgement, toEntityResponse } from './entity-response.js'
import { STATE_WORDS } from './entity-state-words.js'

const METRES_A_KILOMETRE = 1_000

interface EntityCsvColumn {
  head: Record<Locale, string>
  value: (entity: EntityOfRow, row: EntityRow, time: (instant: string | null) => string | null) => CsvValue
  /** Its head names the zone of its times. */
  isTime?: boolean
}

const column = (nl: string, en: string, de: string, fr: string, value: EntityCsvColumn['value']): EntityCsvColumn => ({
  head: { nl, en, de, fr },
  value,
})
const timeColumn = (
  nl: string,
  en: string,
  de: string,
  fr: string,
  of: (entity: EntityOfRow) => string | null,
): EntityCsvColumn => ({
  ...column(nl, en, de, fr, (entity, _row, time) => time(of(entity))),
  isTime: true,
})

/** Columns of the CSV by the names that the portal's table gives them. */
export const ENTITY_CSV: Readonly<Record<string, EntityCsvColumn>> = {
  name: column('Naam', 'Name', 'Name', 'Nom', ({ name }) => name),
  short_name: column('Korte naam', 'Short name', 'Kurzname', 'Nom court', ({ short_name }) => short_name),
  frame_number: column('Framenummer', 'Frame number', 'Rahmennummer', 'Numéro de cadre', ({ frame_number }) => frame_number),
  license_plate: column('Kenteken', 'License plate', 'Kennzeichen', 'Immatriculation', ({ license_plate }) => license_plate),
  vehicle_type: column('Type', 'Type', 'Typ', 'Type', ({ vehicle_type }) => vehicle_type),
  brand: column('Merk', 'Brand', 'Marke', 'Marque', ({ brand }) => brand),
  model: column('Model', 'Model', 'Modell', 'Modèle', ({ model }) => model),
  color: column('Kleur', 'Color', 'Farbe', 'Couleur', ({ color }) => color),
  imei: column('IMEI', 'IMEI', 'IMEI', 'IMEI', ({ imei }) => imei),
  device_model: column('Tracker', 'Tracker', 'Tracker', 'Traceur', ({ device_model }) => device_model),
  tags: column('Tags', 'Tags', 'Tags', 'Étiquettes', ({ tags }) => (tags ?? []).map(({ name }) => name).join(', ') || null),
  business_name: column('Bedrijf', 'Business', 'Unternehmen', 'Entreprise', ({ business_name }) => business_name),
  sub_vendor_name: column('Dealer', 'Dealer', 'Händler', 'Revendeur', ({ sub_vendor_name }) => sub_vendor_name),
  odo: column('Kilometerstand, km', 'Odometer, km', 'Kilometerstand, km', 'Compteur, km', ({ odo }) =>
    Math.round(odo / METRES_A_KILOMETRE),
  ),
  last_seen: timeColumn(
    'Laatst gezien',
    'Last seen',
    'Zuletzt gesehen',
    'Vu pour la dernière fois',
    ({ last_seen }) => last_seen,
  ),
  state: column('Status', 'Status', 'Status', 'État', (_entity, { state }) => state),
  motion: column('Beweging', 'Motion', 'Bewegung', 'Mouvement', ({ motion }) => motion),
  connection: column('Verbinding', 'Connection', 'Verbindung', 'Connexion', ({ connection }) => connection),
  lifecycle: column('Levensfase', 'Lifecycle', 'Lebensphase', 'Cycle de vie', ({ lifecycle }) => lifecycle),
  subscription: column(
    'Abonnement',
    'Subscription',
    'Abonnement',
    'Abonnement',
    ({ subscription }) => subscription?.title ?? null,
  ),
  created_at: timeColumn('Aangemaakt', 'Created', 'Angelegt', 'Créé', ({ created_at }) => created_at),
}

export const ENTITY_CSV_COLUMNS: readonly string[] = Object.keys(ENTITY_CSV)

/** Heads in the caller's language; a column of times names its zone, because a sheet shows no other. */
export const entityCsvHead = (columns: readonly string[], locale: Locale, timeZone: string): string[] =>
  columns.flatMap((name) => {
    const of = ENTITY_CSV[name]
    return of ? [of.isTime ? `${of.head[locale]} (${timeZone})` : of.head[locale]] : []
  })

/** One entity's cells, with its own tags; states and facts are words of the caller's language, as on the screen. */
export const entityCsvCells = (
  row: EntityRow,
  tags: readonly TagRow[],
  columns: readonly string[],
  locale: Locale,
  time: (instant: string | null) => string | null,
  judgement: Judgement,
): CsvValue[] => {
  const entity = { ...toEntityResponse(row, null, judgement), tags: [...tags] }
  return columns.map((name) => {
    const value = ENTITY_CSV[name]?.value(entity, row, time) ?? null
    return STATE_WORDS[name]?.[String(value)]?.[locale] ?? value
  })
}
