import type { Position } from '@roadbook/geo'
import type { SheetRow } from '../cells.js'
import type { Sheet } from '../sheet.js'

/** Map data under a trail. */
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

/** A printed document: upright, with heading, facts, map, tables and pictures, on one page if possible. */
export interface Dossier extends Pick<Sheet, 'locale'> {
  /** Title, and its subject. */
  title: string
  about: string
  /** Period, with its time zone. */
  period: string
  /** Author, shown beside the logo. */
  made: string
  facts: readonly { label: string; value: string }[]
  notes: readonly string[]
  /** Oldest first; empty when there is nothing to draw. */
  trail: readonly Position[]
  /** Labels of its first and last place. */
  ends: { first: string; last: string }
  /** Undefined when no map covers the view. */
  streetsOf: (view: View) => Promise<Streets | undefined>
  tables: readonly { sheet: Sheet; rows: readonly SheetRow[] }[]
  pictures: { title: string; files: readonly Buffer[] }
}
