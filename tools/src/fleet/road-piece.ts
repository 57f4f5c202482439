import type { Position } from '@roadbook/geo'

/** Stretch of road between two junctions. */
export interface RoadPiece {
  from: number
  to: number
  line: readonly Position[]
  lengthM: number
  roadClass: string
  speedLimitKph: number
  isOneway: boolean
  isTunnel: boolean
}
