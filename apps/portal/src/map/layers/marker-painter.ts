import type { PositionsStore } from '../../live/positions-store.js'
import { connectionOf, type Lifecycle, markerState, type SameDay } from '../entity-state.js'
import type { MapPalette } from '../map-palette.js'
import type { ClusterItem } from './cluster-index.js'
import type { Fan } from './fan.js'
import { isolated } from '@roadbook/contracts/isolated'
import { labelRectangle, type LabelSide, type LabelWish } from './label-placement.js'
import { markerText } from './marker-text.js'
import type { Poses } from './poses.js'
import { clusterSize, drawCentred, Sprites } from './sprites.js'

/** Vehicle facts that the map needs besides the position. */
export interface MapMarker {
  entityId: number
  label: string
  lifecycle: Lifecycle
}

/** Gap in pixels between a circle and the names below it. */
const NAMES_GAP = 3
/** Maximum number of vehicles in a fan with labels. A larger fan shows a label only under the pointer. */
const LABELLED_FAN = 12

/** Draws the items of the map: clusters, vehicles with glyphs rotated to their heading, labels, fans. */
export class MarkerPainter {
  constructor(
    private readonly positions: PositionsStore,
    private readonly poses: Poses,
    private sprites: Sprites,
    private readonly markerOf: (entityId: number) => MapMarker | undefined,
    private isSameDay: SameDay,
  ) {}

  /** Sets the time zone's day comparison, which decides whether a vehicle sleeps. */
  setDays(isSameDay: SameDay): void {
    this.isSameDay = isSameDay
  }

  setPalette(palette: MapPalette): void {
    this.sprites = new Sprites(palette, this.sprites.ratio)
  }

  cluster(context: CanvasRenderingContext2D, { count, states }: ClusterItem, x: number, y: number): void {
    drawCentred(context, this.sprites.cluster(count, states), x, y)
  }

  glyph(context: CanvasRenderingContext2D, entityId: number, x: number, y: number, now: number): void {
    const position = this.positions.get(entityId)
    if (!position) return
    const { isMoving, receivedAt, heading = 0 } = position
    const state = markerState({ isMoving, receivedAt, lifecycle: this.markerOf(entityId)?.lifecycle ?? 'installed' }, now)
    const isSleeping = state === 'idle' && connectionOf(receivedAt, now, this.isSameDay) === 'sleeping'
    const sprite = this.sprites.glyph(state, isSleeping)
    if (state !== 'moving') return drawCentred(context, sprite, x, y)
    context.save()
    context.translate(x, y)
    context.rotate(((this.poses.gliding(entityId, now)?.heading ?? heading) * Math.PI) / 180)
    drawCentred(context, sprite, 0, 0)
    context.restore()
  }

  /** @param isWhole shows the full name, however long, for the vehicle under the pointer */
  label(context: CanvasRenderingContext2D, entityId: number, x: number, y: number, side: LabelSide, isWhole = false): void {
    const name = this.markerOf(entityId)?.label
    if (!name) return
    const text = isWhole ? isolated(name) : markerText(name)
    this.pill(context, text, labelRectangle({ x, y, width: this.sprites.labelWidth(text) }, side))
  }

  /** Returns the wish for a label with the names below a small circle. Undefined for a large circle. */
  namesWish(cluster: ClusterItem, x: number, y: number): LabelWish | undefined {
    const [first] = cluster.few ?? []
    if (first === undefined) return undefined
    const width = this.sprites.labelWidth(this.namesOf(cluster))
    return { entityId: first, x, y, width, below: clusterSize(cluster.count) / 2 + NAMES_GAP, lastActivity: 0 }
  }

  names(context: CanvasRenderingContext2D, cluster: ClusterItem, x: number, y: number): void {
    const wish = this.namesWish(cluster, x, y)
    if (wish) this.pill(context, this.namesOf(cluster), labelRectangle(wish, 'below'))
  }

  private textOf(entityId: number): string {
    const name = this.markerOf(entityId)?.label
    return name ? markerText(name) : ''
  }

  private namesOf({ few = [] }: ClusterItem): string {
    return few
      .map((entityId) => this.textOf(entityId))
      .filter(Boolean)
      .join(' · ')
  }

  private pill(context: CanvasRenderingContext2D, text: string, { left, top }: { left: number; top: number }): void {
    const { image, width, height } = this.sprites.label(text)
    // The image has 4 px around the pill for its shadow.
    context.drawImage(image, Math.round(left) - 4, Math.round(top) - 4, width, height)
  }

  labelWish(entityId: number, x: number, y: number): LabelWish {
    const width = this.sprites.labelWidth(this.textOf(entityId))
    return { entityId, x, y, width, lastActivity: this.positions.get(entityId)?.lastActivity ?? 0 }
  }

  fan(
    context: CanvasRenderingContext2D,
    fan: Fan,
    x: number,
    y: number,
    now: number,
    isPointed: (entityId: number) => boolean,
  ): void {
    context.strokeStyle = this.sprites.palette.states.offline
    context.lineWidth = 1.5
    for (const offset of fan.places.values()) {
      context.beginPath()
      context.moveTo(x, y)
      context.lineTo(x + offset.x, y + offset.y)
      context.stroke()
    }
    for (const [entityId, offset] of fan.places) {
      this.glyph(context, entityId, x + offset.x, y + offset.y, now)
      const isWhole = isPointed(entityId)
      if (fan.places.size > LABELLED_FAN && !isWhole) continue
      this.label(context, entityId, x + offset.x, y + offset.y, offset.x < 0 ? 'left' : 'right', isWhole)
    }
  }
}
