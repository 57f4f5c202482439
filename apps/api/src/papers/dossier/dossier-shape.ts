import type { Position } from '@roadbook/geo'
import type { SheetRow } from '../cells.js'
import type { Sheet } from '../sheet.js'

/** What lies under a trail: the map draws what it knows. */
export interface Streets {
  areas: readonly { kind: 'water' | 'green' | 'settlement'; rings: readonly (readonly Position[])[] }[]
  ways: readonly { kind: 'major' | 'minor' | 'path' | 'rail'; line: readonly Position[]; name?: string }[]
  places: readonly { name: string; at: Position }[]
}

export interface View {
  south: number
  north: number
  west: number
  east: number
}

/** Something that is handed over on paper: upright, with a head, facts, a map, tables and pictures; on one page where that is enough. */
export interface Dossier extends Pick<Sheet, 'locale'> {
  /** What it is, and what of. */
  title: string
  about: string
  /** When, and by whose clock. */
  period: string
  /** By whom it was made, beside the mark. */
  made: string
  facts: readonly { label: string; value: string }[]
  notes: readonly string[]
  /** Oldest first; none where nothing is to be drawn. */
  trail: readonly Position[]
  /** Beside the first and the last place of it. */
  ends: { first: string; last: string }
  /** Undefined where no map is known of it. */
  streetsOf: (view: View) => Promise<Streets | undefined>
  tables: readonly { sheet: Sheet; rows: readonly SheetRow[] }[]
  pictures: { title: string; files: readonly Buffer[] }
}
