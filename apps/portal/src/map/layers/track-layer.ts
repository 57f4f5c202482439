import type { Place } from '../../lib/place.js'
import { toWorld, unrolled, type WorldPoint } from '../coordinates.js'
import type { MapPalette } from '../map-palette.js'
import { CanvasLayer, type CanvasFrame } from './canvas-layer.js'
import { paintComparedTrack, paintDoubted, paintHead, paintOtherTrack, paintTrack, type Pixel } from './track-painter.js'

/** Head of a playback: the last point reached, the vehicle's place after that point, and the text of the label. */
export interface TrackHead {
  index: number
  place: Place
  text: string
}

export interface TrackOfTrip {
  places: readonly Place[]
  /** Places of doubted readings. The vehicle cannot have been there. */
  doubted?: readonly Place[]
  isOpen: boolean
}

/** Trip of one of several compared vehicles. `vehicleIndex` is the number of its vehicle, from 0. */
export interface ComparedTrack {
  vehicleIndex: number
  places: readonly Place[]
}

/** Draws the selected trip and, as thin lines, the other trips of its day. */
export class TrackLayer extends CanvasLayer {
  private selected: { line: WorldPoint[]; doubted: WorldPoint[]; isOpen: boolean } | undefined
  private others: WorldPoint[][] = []
  private compared: { vehicleIndex: number; line: WorldPoint[] }[] = []
  private head: { index: number; at: WorldPoint } | undefined

  constructor(private palette: MapPalette) {
    super('trip', 160)
  }

  setTracks(selected: TrackOfTrip | undefined, others: readonly (readonly Place[])[]): void {
    this.selected = selected && {
      line: lineOf(selected.places),
      doubted: (selected.doubted ?? []).map(toWorld),
      isOpen: selected.isOpen,
    }
    this.others = others.map(lineOf)
    this.requestDraw()
  }

  setCompared(tracks: readonly ComparedTrack[]): void {
    this.compared = tracks.map(({ vehicleIndex, places }) => ({ vehicleIndex, line: lineOf(places) }))
    this.requestDraw()
  }

  setHead(head: TrackHead | undefined): void {
    this.head = head && { index: head.index, at: toWorld(head.place) }
    this.requestDraw()
  }

  setPalette(palette: MapPalette): void {
    this.palette = palette
    this.requestDraw()
  }

  protected draw({ context, toX, toY, pointX, worldsTo }: CanvasFrame): void {
    const toPixels = (line: readonly WorldPoint[]): Pixel[] => {
      const xs = line.map(([x]) => x)
      const by = worldsTo(least(xs), -least(xs.map((x) => -x)))
      return line.map(([x, y]) => ({ x: toX([x + by, y]), y: toY([x, y]) }))
    }
    for (const other of this.others) paintOtherTrack(context, toPixels(other), this.palette)
    for (const { vehicleIndex, line } of this.compared)
      paintComparedTrack(context, toPixels(line), { vehicleIndex, ...this.palette })
    if (!this.selected) return
    const { line, doubted, isOpen } = this.selected
    paintDoubted(
      context,
      doubted.map((point) => ({ x: pointX(point), y: toY(point) })),
      this.palette,
    )
    const head = this.head && { index: this.head.index, at: { x: pointX(this.head.at), y: toY(this.head.at) } }
    paintTrack(context, { line: toPixels(line), head, isOpen }, this.palette)
  }
}

/** Converts a line to the unit square. A line across the 180th meridian continues beyond the square. */
const lineOf = (places: readonly Place[]): WorldPoint[] => unrolled(places).map(toWorld)

const least = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.min(one, other), Infinity)

/** Draws the head of a playback above the markers that it passes. */
export class TrackHeadLayer extends CanvasLayer {
  private head: { at: WorldPoint; text: string } | undefined

  constructor(private palette: MapPalette) {
    super('selected', 160)
  }

  setHead(head: TrackHead | undefined): void {
    this.head = head && { at: toWorld(head.place), text: head.text }
    this.requestDraw()
  }

  setPalette(palette: MapPalette): void {
    this.palette = palette
    this.requestDraw()
  }

  protected draw({ context, pointX, toY }: CanvasFrame): void {
    if (this.head) paintHead(context, { x: pointX(this.head.at), y: toY(this.head.at) }, this.head.text, this.palette)
  }
}
