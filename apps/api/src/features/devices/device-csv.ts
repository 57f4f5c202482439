import type { Locale } from '../../texts/locale.js'
import type { RequestDatabase } from '../../database/request-database.js'
import { CsvColumns, csvColumnsOf, type CsvList, csvReader, eachBatch } from '../../exports/index.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import { DEVICE_LIST } from './device-list.js'
import { toDeviceResponse } from './device-response.js'
import type { DevicesRepository } from './devices.repository.js'
import type { DeviceDto } from './dto/device.dto.js'

const { column, time } = csvColumnsOf<DeviceDto>()
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
const worded = (word: string, locale: Locale): string => WORDS[word]?.[locale] ?? word

/** Columns of the CSV by the names that the portal's table gives them. */
const DEVICE_CSV = new CsvColumns<DeviceDto>({
  imei: column('IMEI', 'IMEI', 'IMEI', 'IMEI', ({ imei }) => imei),
  title: column('Titel', 'Title', 'Titel', 'Titre', ({ title }) => title),
  description: column('Omschrijving', 'Description', 'Beschreibung', 'Description', ({ description }) => description),
  model: column('Model', 'Model', 'Modell', 'Modèle', ({ model }) => model),
  iccid: column('ICCID', 'ICCID', 'ICCID', 'ICCID', ({ iccid }) => iccid),
  firmware_version: column('Firmware', 'Firmware', 'Firmware', 'Micrologiciel', (device) => device.firmware_version),
  wanted_firmware: column(
    'Gewenste firmware',
    'Wanted firmware',
    'Gewünschte Firmware',
    'Micrologiciel voulu',
    (device) => device.wanted_firmware,
  ),
  settings_crc: column('CRC', 'CRC', 'CRC', 'CRC', (device) => device.settings_crc),
  state: column('Status', 'Status', 'Status', 'Statut', ({ state }, { locale }) => worded(state, locale)),
  connection: column('Verbinding', 'Connection', 'Verbindung', 'Connexion', ({ connection }, { locale }) =>
    worded(connection, locale),
  ),
  business_name: column('Bedrijf', 'Business', 'Unternehmen', 'Entreprise', (device) => device.business_name),
  sub_vendor_name: column('Subleverancier', 'Sub-vendor', 'Unterhändler', 'Sous-vendeur', (device) => device.sub_vendor_name),
  entity_name: column('Voertuig', 'Vehicle', 'Fahrzeug', 'Véhicule', (device) => device.entity_name),
  last_seen: time('Laatst gezien', 'Last seen', 'Zuletzt gesehen', 'Vu le', (device) => device.last_seen),
  created_at: time('Aangemaakt', 'Created', 'Angelegt', 'Créé', (device) => device.created_at),
})

/** The devices of a view as CSV. */
export const deviceCsvList = (database: RequestDatabase, devices: DevicesRepository): CsvList<undefined> => ({
  name: 'devices',
  title: { nl: 'Apparaten', en: 'Devices', de: 'Geräte', fr: 'Appareils' },
  permission: 'read:business-management',
  fields: DEVICE_LIST,
  columns: DEVICE_CSV.names,
  portalPath: '/devices',
  objectType: 'device',
  extraOf: () => undefined,
  head: DEVICE_CSV.head,
  write: (caller, { criteria, wish }, put) =>
    database.read(caller.scope, async (transaction) => {
      const reader = csvReader(caller.locale, wish.timeZone)
      await eachBatch(await devices.findIds(transaction, criteria, MAX_CSV_ROWS + 1), async (ids) => {
        const rows = await devices.findAll(transaction, ids)
        await put(rows.map((row) => DEVICE_CSV.cells(toDeviceResponse(row), wish.columns, reader)))
      })
    }),
})
export const DEVICE_CSV_COLUMNS = DEVICE_CSV.names
