import type { CanvasFrame } from './canvas-layer.js'
import type { MapItem } from './cluster-index.js'
import { type LabelSide, placeLabels } from './label-placement.js'
import type { MarkerPainter } from './marker-painter.js'
import { clusterSize } from './sprites.js'

/** Zoom from which labels are always shown. At lower zooms a label appears under the pointer. */
const LABEL_ZOOM = 14
/** Minimum milliseconds between two label placements while vehicles glide. */
const RELABEL_MS = 300

/** Item and its position in pixels of the canvas. */
export interface Drawn {
  item: MapItem
  x: number
  y: number
}

/** Decides which vehicles show their names, and on which side. */
export class MarkerLabels {
  /** True to show names beside all vehicles, false to show only the name under the pointer. */
  areShown = true
  private sides: ReadonlyMap<number, LabelSide> = new Map()
  private placedAt: number | undefined

  constructor(private readonly painter: MarkerPainter) {}

  sideOf(entityId: number): LabelSide | undefined {
    return this.sides.get(entityId)
  }

  /** Places the labels again at the next drawing. */
  outdate(): void {
    this.placedAt = undefined
  }

  place({ zoom }: CanvasFrame, drawn: readonly Drawn[], now: number): void {
    if (this.placedAt !== undefined && now - this.placedAt <= RELABEL_MS) return
    this.placedAt = now
    this.sides = zoom < LABEL_ZOOM || !this.areShown ? new Map() : this.fitting(drawn)
  }

  private fitting(drawn: readonly Drawn[]): ReadonlyMap<number, LabelSide> {
    const wishes = drawn.flatMap(({ item, x, y }) =>
      item.kind === 'single' ? this.painter.labelWish(item.entityId, x, y) : (this.painter.namesWish(item, x, y) ?? []),
    )
    const obstacles = drawn.flatMap(({ item, x, y }) =>
      item.kind === 'cluster' ? { x, y, radius: clusterSize(item.count) / 2 } : [],
    )
    return placeLabels(wishes, obstacles)
  }
}
