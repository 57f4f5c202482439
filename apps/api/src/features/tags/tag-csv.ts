import type { Locale } from '../../texts/locale.js'
import type { RequestDatabase } from '../../database/request-database.js'
import { CsvColumns, csvColumnsOf, type CsvList, csvReader, eachBatch } from '../../exports/index.js'
import { MAX_CSV_ROWS } from '../../lists/list-export.js'
import type { ManagedTagDto } from './dto/tag.dto.js'
import { groupIdOf } from './group-id.pipe.js'
import { TAG_LIST } from './tag-list.js'
import { toTagResponse } from './tag-response.js'
import type { TagType } from './tag-types.js'
import type { TagsRepository } from './tags.repository.js'

const TYPES: Record<TagType, Record<Locale, string>> = {
  general: { nl: 'Algemeen', en: 'General', de: 'Allgemein', fr: 'Général' },
  powerunit: { nl: 'Aandrijving', en: 'Power unit', de: 'Antrieb', fr: 'Motorisation' },
  type: { nl: 'Type', en: 'Type', de: 'Typ', fr: 'Type' },
  group: { nl: 'Doelgroep', en: 'Target group', de: 'Zielgruppe', fr: 'Groupe cible' },
  model: { nl: 'Model', en: 'Model', de: 'Modell', fr: 'Modèle' },
  brand: { nl: 'Merk', en: 'Brand', de: 'Marke', fr: 'Marque' },
  selected: { nl: 'Geselecteerd', en: 'Selected', de: 'Ausgewählt', fr: 'Sélectionné' },
  color: { nl: 'Kleur', en: 'Color', de: 'Farbe', fr: 'Couleur' },
  engine_brand: { nl: 'Motormerk', en: 'Engine brand', de: 'Motormarke', fr: 'Marque du moteur' },
  engine_model: { nl: 'Motormodel', en: 'Engine model', de: 'Motormodell', fr: 'Modèle du moteur' },
}

const { column, time } = csvColumnsOf<ManagedTagDto>()
const TAG_CSV = new CsvColumns<ManagedTagDto>({
  name: column('Naam', 'Name', 'Name', 'Nom', ({ name }) => name),
  type: column('Soort', 'Kind', 'Art', 'Sorte', ({ type }, { locale }) => TYPES[type as TagType][locale]),
  parent_name: column('Hoort bij', 'Belongs to', 'Gehört zu', 'Appartient à', ({ parent_name }) => parent_name),
  groups: column('Groepen', 'Groups', 'Gruppen', 'Groupes', ({ groups }) => groups.map(({ name }) => name).join(', ') || null),
  entities_count: column('Voertuigen', 'Vehicles', 'Fahrzeuge', 'Véhicules', ({ entities_count }) => entities_count),
  business_name: column('Bedrijf', 'Business', 'Unternehmen', 'Entreprise', ({ business_name }) => business_name),
  created_at: time('Aangemaakt', 'Created', 'Angelegt', 'Créé', ({ created_at }) => created_at),
})
export const TAG_CSV_COLUMNS = TAG_CSV.names

/** The tags of a view as CSV, with their groups and how many vehicles carry them. */
export const tagCsvList = (database: RequestDatabase, tags: TagsRepository): CsvList<number | undefined> => ({
  name: 'tags',
  title: { nl: 'Tags', en: 'Tags', de: 'Tags', fr: 'Étiquettes' },
  permission: 'index:entity',
  fields: TAG_LIST,
  columns: TAG_CSV.names,
  portalPath: '/tags',
  objectType: 'tag',
  extraOf: groupIdOf,
  head: TAG_CSV.head,
  write: (caller, { criteria, wish, extra: groupId }, put) =>
    database.read(caller.scope, async (transaction) => {
      const reader = csvReader(caller.locale, wish.timeZone)
      await eachBatch(await tags.findIds(transaction, criteria, groupId, MAX_CSV_ROWS + 1), async (ids) => {
        const rows = await tags.findThese(transaction, ids)
        await put(rows.map((row) => TAG_CSV.cells(toTagResponse(row), wish.columns, reader)))
      })
    }),
})
