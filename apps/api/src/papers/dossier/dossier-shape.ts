import type { Position } from '@roadbook/geo'
import type { SheetRow } from '../cells.js'
import type { Sheet } from '../sheet.js'

/** Map data that are drawn under a trail. */
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

/** A printed document in portrait format, on one page if possible. It has a heading, facts, a map, tables and pictures. */
export interface Dossier extends Pick<Sheet, 'locale'> {
  /** Title of the document, and its subject. */
  title: string
  about: string
  /** Period, with the time zone. */
  period: string
  /** Author. The name is beside the logo. */
  made: string
  facts: readonly { label: string; value: string }[]
  notes: readonly string[]
  /** Positions of the trail, oldest first. Empty when there is no trail to draw. */
  trail: readonly Position[]
  /** Labels of the trail's first and last place. */
  ends: { first: string; last: string }
  /** Returns the streets; undefined when no map covers the view. */
  streetsOf: (view: View) => Promise<Streets | undefined>
  tables: readonly { sheet: Sheet; rows: readonly SheetRow[] }[]
  pictures: { title: string; files: readonly Buffer[] }
}
