/** Colour by kind of the map data. A kind without a colour is not painted. */
type ByKind = Readonly<Record<string, string | undefined>>

/** Colours of the ground. They are muted, because the vehicles matter most. Orange and yellow are reserved for trips. */
export interface GroundPalette {
  /** Colour where the file has no data. */
  outside: string
  land: string
  sea: string
  water: string
  waterEdge: string
  stream: string
  cover: ByKind
  use: ByKind
  /** Colours of small areas on top of those in `use`. */
  useTop: ByKind
  settlementNear: string
  buildingFar: string
  building: string
  buildingEdge: string
  road: Readonly<
    Record<
      | 'highway'
      | 'major'
      | 'tertiary'
      | 'minor'
      | 'minorFar'
      | 'service'
      | 'pedestrian'
      | 'casing'
      | 'majorCasing'
      | 'bridge'
      | 'tunnel'
      | 'track'
      | 'path'
      | 'rail'
      | 'railGap'
      | 'aerialway',
      string
    >
  >
  border: { country: string; halo: string; local: string }
  halo: string
  streetHalo: string
  waterHalo: string
  text: Readonly<
    Record<
      | 'neighbour'
      | 'country'
      | 'capital'
      | 'town'
      | 'hamlet'
      | 'quarter'
      | 'water'
      | 'street'
      | 'streetMinor'
      | 'path'
      | 'peak'
      | 'poi'
      | 'park',
      string
    >
  >
}

const light: GroundPalette = {
  outside: '#eff1f3',
  land: '#e8ebee',
  sea: '#c4dce8',
  water: '#c4dce8',
  waterEdge: '#b3d0df',
  stream: '#c0d9e6',
  cover: {
    forest: '#d9e7d8',
    urban_area: '#dfe3e7',
    scrub: '#dfe9de',
    grassland: '#e4ebe3',
    farmland: '#e8ebe6',
    barren: '#e3e5e7',
    glacier: '#f1f5f7',
  },
  use: {
    forest: '#d9e7d8',
    wood: '#d9e7d8',
    scrub: '#dfe9dd',
    heath: '#dfe9dd',
    grassland: '#e2eae0',
    meadow: '#e2eae0',
    grass: '#dcead9',
    vineyard: '#dfe9d9',
    orchard: '#dde9d9',
    farmland: '#e7ebe5',
    allotments: '#dbe8d8',
    plant_nursery: '#dde9d9',
    residential: '#e1e5e9',
    commercial: '#dee2e8',
    industrial: '#dfe2e9',
    farmyard: '#e2e5e6',
    quarry: '#e0e2e4',
    scree: '#e2e4e6',
    bare_rock: '#e2e4e6',
    sand: '#e9e9e6',
    beach: '#e9e9e6',
    railway: '#dfe3e7',
    aerodrome: '#e1e5ea',
    wetland: '#d9e6e3',
    glacier: '#f1f5f7',
  },
  useTop: {
    park: '#d3e7d1',
    village_green: '#d3e7d1',
    garden: '#d3e7d1',
    recreation_ground: '#d5e8d3',
    playground: '#d3e7d1',
    pitch: '#cce2ca',
    stadium: '#d5e5d6',
    cemetery: '#d5e3d5',
    golf_course: '#d3e7d1',
    school: '#e0e3ec',
    university: '#e0e3ec',
    college: '#e0e3ec',
    kindergarten: '#e0e3ec',
    hospital: '#e6e2ea',
    pedestrian: '#f1f3f5',
    parking: '#e6e9ed',
    sports_centre: '#d9e5da',
    water_park: '#d6e5ea',
  },
  settlementNear: '#e4e8eb',
  buildingFar: '#d8dde2',
  building: '#d4dae0',
  buildingEdge: '#c6ced6',
  road: {
    highway: '#ffffff',
    major: '#ffffff',
    tertiary: '#ffffff',
    minor: '#ffffff',
    minorFar: '#f7f8fa',
    service: '#f8f9fa',
    pedestrian: '#f4f5f7',
    casing: '#d3dae1',
    majorCasing: '#c2ccd6',
    bridge: '#b4c0cc',
    tunnel: '#d5dbe2',
    track: '#f8f9fa',
    path: '#c3ccd3',
    rail: '#b5bfc9',
    railGap: '#e9ecef',
    aerialway: '#b5bfc9',
  },
  border: { country: '#a3afba', halo: 'rgba(11,90,102,.10)', local: '#c3cbd3' },
  halo: 'rgba(240,243,245,.92)',
  streetHalo: 'rgba(255,255,255,.95)',
  waterHalo: 'rgba(196,220,232,.85)',
  text: {
    neighbour: '#98a4af',
    country: '#5d6b78',
    capital: '#16232e',
    town: '#2b3a47',
    hamlet: '#5a6875',
    quarter: '#67747f',
    water: '#4b7f9c',
    street: '#4f5d6a',
    streetMinor: '#66737f',
    path: '#7c8a95',
    peak: '#66736c',
    poi: '#4e6470',
    park: '#56785a',
  },
}

const dark: GroundPalette = {
  outside: '#10171e',
  land: '#141d26',
  sea: '#0d2b3d',
  water: '#0d3145',
  waterEdge: '#123b52',
  stream: '#103448',
  cover: {
    forest: '#13251f',
    urban_area: '#1a2530',
    scrub: '#14231f',
    grassland: '#152220',
    farmland: '#151f25',
    barren: '#18212a',
    glacier: '#22303c',
  },
  use: {
    forest: '#13251f',
    wood: '#13251f',
    scrub: '#142320',
    heath: '#142320',
    grassland: '#152321',
    meadow: '#152321',
    grass: '#14271f',
    vineyard: '#152720',
    orchard: '#152720',
    farmland: '#152026',
    allotments: '#142720',
    plant_nursery: '#152720',
    residential: '#18232d',
    commercial: '#1a2531',
    industrial: '#1a2532',
    farmyard: '#19232c',
    quarry: '#1b242d',
    scree: '#19232b',
    bare_rock: '#19232b',
    sand: '#1d262c',
    beach: '#1d262c',
    railway: '#1a2530',
    aerodrome: '#192530',
    wetland: '#13262a',
    glacier: '#22303c',
  },
  useTop: {
    park: '#132c20',
    village_green: '#132c20',
    garden: '#132c20',
    recreation_ground: '#132b20',
    playground: '#132c20',
    pitch: '#163325',
    stadium: '#152b24',
    cemetery: '#162a24',
    golf_course: '#132c20',
    school: '#1c2735',
    university: '#1c2735',
    college: '#1c2735',
    kindergarten: '#1c2735',
    hospital: '#212736',
    pedestrian: '#212d38',
    parking: '#1b2731',
    sports_centre: '#152a24',
    water_park: '#122b38',
  },
  settlementNear: '#17222b',
  buildingFar: '#1d2833',
  building: '#1f2b37',
  buildingEdge: '#273543',
  road: {
    highway: '#41566c',
    major: '#3a4d61',
    tertiary: '#334454',
    minor: '#2d3c4b',
    minorFar: '#283644',
    service: '#263441',
    pedestrian: '#26333f',
    casing: '#111921',
    majorCasing: '#0f171e',
    bridge: '#0b1117',
    tunnel: '#26333f',
    track: '#22303b',
    path: '#2c3c48',
    rail: '#3b4a59',
    railGap: '#141d26',
    aerialway: '#3b4a59',
  },
  border: { country: '#4c5c6b', halo: 'rgba(95,190,205,.07)', local: '#2c3945' },
  halo: 'rgba(17,25,33,.9)',
  streetHalo: 'rgba(20,29,38,.92)',
  waterHalo: 'rgba(13,49,69,.85)',
  text: {
    neighbour: '#566675',
    country: '#8696a6',
    capital: '#e3eaf1',
    town: '#c3ced9',
    hamlet: '#8a99a8',
    quarter: '#8494a3',
    water: '#5b9cc0',
    street: '#9dabb9',
    streetMinor: '#8392a1',
    path: '#687786',
    peak: '#83958b',
    poi: '#8ba3b0',
    park: '#6fa57c',
  },
}

export const groundPalette = (mode: 'light' | 'dark'): GroundPalette => (mode === 'dark' ? dark : light)
