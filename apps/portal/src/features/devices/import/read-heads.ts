const PINS = ['bound_protocol', 'source_network', 'client_certificate'] as const
/** What a column of the sheet can hold (T-19). */
export const SHEET_FIELDS = [
  'imei',
  'title',
  'description',
  'model',
  'iccid',
  'firmware_version',
  'settings_crc',
  ...PINS,
] as const
export type SheetField = (typeof SHEET_FIELDS)[number]
export type Mapping = Record<SheetField, string>

/** What people call the columns, in the portal's languages; whatever their capitals. */
const KNOWN: Readonly<Record<SheetField, readonly string[]>> = {
  imei: ['imei', 'imei number', 'imei-nummer', 'imei nummer'],
  title: ['title', 'titel', 'titre', 'name', 'naam', 'nom'],
  description: ['description', 'omschrijving', 'beschreibung', 'note', 'opmerking', 'bemerkung', 'remarque'],
  model: ['model', 'modell', 'modèle', 'type', 'typ'],
  iccid: ['iccid', 'sim', 'sim number', 'simnummer', 'sim-nummer'],
  firmware_version: ['firmware_version', 'firmware', 'firmware version', 'firmwareversie', 'micrologiciel'],
  settings_crc: ['settings_crc', 'settings crc', 'crc'],
  bound_protocol: ['bound_protocol', 'protocol', 'protokoll', 'protocole'],
  source_network: ['source_network', 'network', 'netwerk', 'netz', 'réseau'],
  client_certificate: ['client_certificate', 'certificate', 'certificaat', 'zertifikat', 'certificat'],
}

/** The heads of a CSV's columns: its first line, parted as the API parts it. */
export function readHeads(csv: string): string[] {
  const [line = ''] = csv.replace(/^\uFEFF/, '').split(/\r?\n/, 1)
  if (line.trim() === '') return []
  const parts = line.match(/("(?:[^"]|"")*"|[^,;\t"]*)(?=[,;\t]|$)/g) ?? []
  const heads = parts.map((part) => part.trim().replace(/^"|"$/g, '').replaceAll('""', '"').trim())
  return [...new Set(heads.filter((head) => head !== ''))]
}

/** Which column holds what, as far as their heads tell; empty where none does. */
export function guessMapping(heads: readonly string[]): Mapping {
  const headOf = (field: SheetField) => heads.find((head) => KNOWN[field].includes(head.toLowerCase())) ?? ''
  return Object.fromEntries(SHEET_FIELDS.map((field) => [field, headOf(field)])) as Mapping
}
