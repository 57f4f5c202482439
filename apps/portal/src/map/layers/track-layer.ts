import type { Place } from '../../lib/place.js'
import { toWorld, type WorldPoint } from '../coordinates.js'
import type { MapPalette } from '../map-palette.js'
import { CanvasLayer, type CanvasFrame } from './canvas-layer.js'
import { paintComparedTrack, paintHead, paintOtherTrack, paintTrack, type Pixel } from './track-painter.js'

/** Where a playback is: the last point reached, the place after it, and what its pill says. */
export interface TrackHead {
  index: number
  place: Place
  text: string
}

export interface TrackOfTrip {
  places: readonly Place[]
  isOpen: boolean
}

/** A trip of one of several vehicles: `of` says which. */
export interface ComparedTrack {
  of: number
  places: readonly Place[]
}

/** The selected trip and, thin, the other trips of its day. */
export class TrackLayer extends CanvasLayer {
  private selected: { line: WorldPoint[]; isOpen: boolean } | undefined
  private others: WorldPoint[][] = []
  private compared: { of: number; line: WorldPoint[] }[] = []
  private head: { index: number; at: WorldPoint } | undefined

  constructor(private palette: MapPalette) {
    super('trip', 160)
  }

  setTracks(selected: TrackOfTrip | undefined, others: readonly (readonly Place[])[]): void {
    this.selected = selected && { line: selected.places.map(toWorld), isOpen: selected.isOpen }
    this.others = others.map((places) => places.map(toWorld))
    this.requestDraw()
  }

  setCompared(tracks: readonly ComparedTrack[]): void {
    this.compared = tracks.map(({ of, places }) => ({ of, line: places.map(toWorld) }))
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

  protected draw({ context, toX, toY }: CanvasFrame): void {
    const toPixel = (world: WorldPoint): Pixel => ({ x: toX(world), y: toY(world) })
    for (const other of this.others) paintOtherTrack(context, other.map(toPixel), this.palette)
    for (const { of, line } of this.compared) paintComparedTrack(context, line.map(toPixel), { of, ...this.palette })
    if (!this.selected) return
    const { line, isOpen } = this.selected
    const head = this.head && { index: this.head.index, at: toPixel(this.head.at) }
    paintTrack(context, { line: line.map(toPixel), head, isOpen }, this.palette)
  }
}

/** The head of a playback, above the markers that it passes. */
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

  protected draw({ context, toX, toY }: CanvasFrame): void {
    if (this.head) paintHead(context, { x: toX(this.head.at), y: toY(this.head.at) }, this.head.text, this.palette)
  }
}
