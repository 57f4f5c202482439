import type { Step } from '../migration.js'

/** Initial catalogue for everybody: brand → models. Each business adds its own. */
const MODELS: Record<string, string[]> = {
  Babboe: ['Curve-E', 'Mini-E', 'Pro Trike'],
  Batavus: ['Altura E-go', 'Finez E-go', 'Quip E-go'],
  Carla: ['Cargo'],
  Carqon: ['Classic', 'Cruise'],
  Cortina: ['E-Common', 'E-U4', 'E-Yoyo'],
  Cube: ['Kathmandu Hybrid', 'Touring Hybrid', 'Trike Hybrid'],
  Gazelle: ['Chamonix', 'Esprit', 'Orange C8', 'Ultimate C380'],
  Giant: ['DailyTour E+', 'Explore E+'],
  Kalkhoff: ['Endeavour', 'Image'],
  Klever: ['B Speed', 'X Speed'],
  Koga: ['E-Nova', 'Pace B10'],
  NIU: ['MQi+', 'NQi GTS', 'UQi GT'],
  Piaggio: ['1', 'Liberty 50', 'Zip 50'],
  Renault: ['Kangoo', 'Master', 'Zoe'],
  'Riese & Müller': ['Charger4', 'Load 75', 'Multicharger', 'Packster 70'],
  Segway: ['E110S', 'eMoped C80'],
  Sparta: ['a-Lane', 'd-Burst', 'e-Speed'],
  Stella: ['Morena', 'Vicenza'],
  Stromer: ['ST3', 'ST5', 'ST7'],
  'Super Soco': ['CPx', 'CUx'],
  Tern: ['GSD', 'HSD', 'Quick Haul'],
  Toyota: ['Proace', 'Yaris'],
  'Urban Arrow': ['Cargo L', 'Cargo XL', 'Family'],
  VanMoof: ['S5', 'X5'],
  Vespa: ['Elettrica', 'Primavera 50', 'Sprint 50'],
  Volkswagen: ['Caddy', 'ID. Buzz Cargo', 'Transporter'],
}
const ENGINES: Record<string, string[]> = {
  Bafang: ['H700', 'M400', 'M510'],
  Bosch: ['Active Line Plus', 'Cargo Line', 'Performance Line', 'Performance Line CX', 'Performance Line Speed'],
  Brose: ['Drive S Mag', 'Drive TF'],
  Enviolo: ['Automatiq'],
  Fazua: ['Ride 60'],
  Mahle: ['X20', 'X35+'],
  Shimano: ['EP6 Cargo', 'EP8', 'STEPS E6100'],
  Yamaha: ['PW-S2', 'PWseries S2'],
}
const COLORS = [
  'Black',
  'White',
  'Grey',
  'Silver',
  'Blue',
  'Green',
  'Red',
  'Orange',
  'Yellow',
  'Brown',
  'Beige',
  'Pink',
  'Purple',
]
const POWER_UNITS = [
  '400 Wh',
  '500 Wh',
  '545 Wh',
  '625 Wh',
  '725 Wh',
  '750 Wh',
  '1000 Wh',
  '50 cm³',
  'Diesel',
  'Petrol',
  'Hybrid',
]
const VEHICLE_TYPES = ['eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other']

const add = (type: string, names: readonly string[]): Step => [
  `INSERT INTO tags (type, name, vehicle_type) SELECT $1::text, n.name, CASE $1 WHEN 'type' THEN n.name END FROM unnest($2::text[]) n (name)
   ON CONFLICT DO NOTHING`,
  [type, names],
]
const addBelow = (type: string, parentType: string, parent: string, names: readonly string[]): Step => [
  `INSERT INTO tags (type, name, parent_id) SELECT $1, n.name, p.id FROM unnest($4::text[]) n (name)
   JOIN tags p ON p.type = $2 AND p.name = $3 AND p.business_id IS NULL ON CONFLICT DO NOTHING`,
  [type, parentType, parent, names],
]

/** Returns the steps that fill the catalogue of a new installation and add the words that existing vehicles use. */
export const catalogue = (): Step[] => [
  // G-68: the first three groups, in this order.
  [
    `INSERT INTO tag_groups (name, holds_type) SELECT initcap(type), type
     FROM unnest(ARRAY['type', 'brand', 'model']) WITH ORDINALITY t (type, place) ORDER BY place`,
  ],
  add('type', VEHICLE_TYPES),
  add('color', COLORS),
  add('powerunit', POWER_UNITS),
  add('brand', Object.keys(MODELS)),
  add('engine_brand', Object.keys(ENGINES)),
  ...Object.entries(MODELS).map(([brand, models]) => addBelow('model', 'brand', brand, models)),
  ...Object.entries(ENGINES).map(([brand, models]) => addBelow('engine_model', 'engine_brand', brand, models)),
  [WORDS_IN_USE],
  [modelsInUse('model', 'brand')],
  [modelsInUse('engine_model', 'engine_brand')],
  ['INSERT INTO tag_group_tags (group_id, tag_id) SELECT g.id, t.id FROM tags t JOIN tag_groups g ON g.holds_type = t.type'],
  [`SELECT set_config('roadbook.scope', 'all', true)`],
  ['SELECT link_catalogue_tags(ARRAY(SELECT id FROM entities WHERE deleted_at IS NULL))'],
  [`SELECT set_config('roadbook.scope', '', true)`],
]

/**
 * Statement for words that vehicles use and that are missing from the common catalogue. Makes each of them a tag of the
 * business at the root of the vehicle's tree.
 */
const WORDS_IN_USE = `
INSERT INTO tags (business_id, type, name)
SELECT DISTINCT ON (b.path[1], said.type, lower(said.word)) b.path[1], said.type, said.word
FROM entities e JOIN businesses b ON b.id = e.business_id
CROSS JOIN LATERAL (VALUES ('brand', e.brand), ('color', e.color), ('engine_brand', e.engine_brand),
  ('powerunit', e.power_unit)) said (type, word)
WHERE e.deleted_at IS NULL AND length(trim(said.word)) BETWEEN 1 AND 100 AND said.word <> '–' AND NOT EXISTS (
  SELECT 1 FROM tags t WHERE t.business_id IS NULL AND t.type = said.type AND lower(t.name) = lower(said.word)
)`

function modelsInUse(type: 'model' | 'engine_model', parentType: 'brand' | 'engine_brand'): string {
  return `
INSERT INTO tags (business_id, type, name, parent_id)
SELECT DISTINCT ON (b.path[1], parent.id, lower(e.${type})) b.path[1], '${type}', e.${type}, parent.id
FROM entities e JOIN businesses b ON b.id = e.business_id
JOIN LATERAL (
  SELECT t.id FROM tags t WHERE t.type = '${parentType}' AND lower(t.name) = lower(e.${parentType})
    AND (t.business_id IS NULL OR t.business_id = b.path[1]) ORDER BY t.business_id NULLS LAST LIMIT 1
) parent ON TRUE
WHERE e.deleted_at IS NULL AND length(trim(e.${type})) BETWEEN 1 AND 100 AND e.${type} <> '–' AND NOT EXISTS (
  SELECT 1 FROM tags t WHERE t.business_id IS NULL AND t.parent_id = parent.id AND lower(t.name) = lower(e.${type})
)`
}
