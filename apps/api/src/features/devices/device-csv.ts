import type { Locale } from '../../auth/locale.js'
import type { CsvValue } from '../../http/csv.js'
import type { DeviceDto } from './dto/device.dto.js'

interface DeviceCsvColumn {
  head: Record<Locale, string>
  value: (device: DeviceDto) => CsvValue
  isTime?: boolean
}

const column = (nl: string, en: string, de: string, fr: string, value: DeviceCsvColumn['value'], isTime = false) => ({
  ...{ head: { nl, en, de, fr }, value, isTime },
})
const WORDS: Record<string, Record<Locale, string>> = {
  free: { nl: 'Vrij', en: 'Free', de: 'Frei', fr: 'Libre' },
  installed: { nl: 'Ingebouwd', en: 'Installed', de: 'Eingebaut', fr: 'Installé' },
  returned: { nl: 'Retour', en: 'Returned', de: 'Zurückgesandt', fr: 'Retourné' },
  deleted: { nl: 'Verwijderd', en: 'Deleted', de: 'Gelöscht', fr: 'Supprimé' },
  live: { nl: 'Live', en: 'Live', de: 'Live', fr: 'En direct' },
  today: { nl: 'Vandaag gemeld', en: 'Reported today', de: 'Heute gemeldet', fr: 'Signalé aujourd’hui' },
  sleeping: { nl: 'Slaapt', en: 'Sleeping', de: 'Schläft', fr: 'En veille' },
  silent: { nl: 'Stil', en: 'Silent', de: 'Stumm', fr: 'Silencieux' },
  never: { nl: 'Nooit gezien', en: 'Never seen', de: 'Nie gesehen', fr: 'Jamais vu' },
}

/** Columns of the CSV by the names that the portal's table gives them. */
const DEVICE_CSV: Readonly<Record<string, DeviceCsvColumn>> = {
  imei: column('IMEI', 'IMEI', 'IMEI', 'IMEI', ({ imei }) => imei),
  title: column('Titel', 'Title', 'Titel', 'Titre', ({ title }) => title),
  description: column('Omschrijving', 'Description', 'Beschreibung', 'Description', ({ description }) => description),
  model: column('Model', 'Model', 'Modell', 'Modèle', ({ model }) => model),
  iccid: column('ICCID', 'ICCID', 'ICCID', 'ICCID', ({ iccid }) => iccid),
  firmware_version: column('Firmware', 'Firmware', 'Firmware', 'Micrologiciel', (device) => device.firmware_version),
  settings_crc: column('CRC', 'CRC', 'CRC', 'CRC', (device) => device.settings_crc),
  state: column('Status', 'Status', 'Status', 'Statut', (device) => device.state),
  connection: column('Verbinding', 'Connection', 'Verbindung', 'Connexion', (device) => device.connection),
  business_name: column('Bedrijf', 'Business', 'Unternehmen', 'Entreprise', (device) => device.business_name),
  sub_vendor_name: column('Subleverancier', 'Sub-vendor', 'Unterhändler', 'Sous-vendeur', (device) => device.sub_vendor_name),
  entity_name: column('Voertuig', 'Vehicle', 'Fahrzeug', 'Véhicule', (device) => device.entity_name),
  last_seen: column('Laatst gezien', 'Last seen', 'Zuletzt gesehen', 'Vu le', (device) => device.last_seen, true),
  created_at: column('Aangemaakt', 'Created', 'Angelegt', 'Créé', (device) => device.created_at, true),
}
export const DEVICE_CSV_COLUMNS = Object.keys(DEVICE_CSV)

export const deviceCsvHead = (columns: readonly string[], locale: Locale, timeZone: string): string[] =>
  columns.map((name) => {
    const known = DEVICE_CSV[name]
    return known ? `${known.head[locale]}${known.isTime ? ` (${timeZone})` : ''}` : name
  })

/** @param time a moment as the reader's clock shows it */
export const deviceCsvCells = (
  device: DeviceDto,
  columns: readonly string[],
  locale: Locale,
  time: (instant: string | null) => string | null,
): CsvValue[] =>
  columns.map((name) => {
    const known = DEVICE_CSV[name]
    const value = known?.value(device) ?? null
    if (known?.isTime) return time(typeof value === 'string' ? value : null)
    return name === 'state' || name === 'connection' ? (WORDS[String(value)]?.[locale] ?? value) : value
  })
