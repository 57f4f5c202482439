import L from 'leaflet'
import type { PositionsStore } from '../../live/positions-store.js'
import { fromWorld, toBox, toWorld, type WorldPoint } from '../coordinates.js'
import type { MapPalette } from '../map-palette.js'
import { CanvasLayer, type CanvasFrame } from './canvas-layer.js'
import { type ClusterItem, DEEPEST_CLUSTER_ZOOM, type MapItem, type SingleItem } from './cluster-index.js'
import type { ClusterService } from './cluster-service.js'
import { clusterPoints } from './cluster-points.js'
import { type Fan, hitFan, openFan } from './fan.js'
import { Glides, type Pose } from './glide.js'
import { containerProjection, HIT_RADIUS, type HitTarget, nearest } from './hit-test.js'
import { type LabelSide, type LabelWish, placeLabels } from './label-placement.js'
import { type MapMarker, MarkerPainter } from './marker-painter.js'
import { type SelectedFacts, SelectedMarker } from './selected-marker.js'
import { clusterSize, drawCentred, Sprites } from './sprites.js'

export interface EntityMarkerEvents {
  onSelect: (entityId: number) => void
  /** The vehicles drawn one by one after the view came to rest: for keyboard and screen reader. */
  onSettle: (entityIds: readonly number[]) => void
}

/** Labels stand from this zoom on; before it they come with the pointer. */
export const LABEL_ZOOM = 14
/** Positions of a moving fleet are clustered anew this often at most; single markers glide in between. */
const REBUILD_MS = 800
const RELABEL_MS = 300

interface Drawn {
  item: MapItem
  x: number
  y: number
}

/** All vehicles on one canvas: clusters with their states, single markers that glide, labels that do not collide. */
export class EntityMarkerLayer extends CanvasLayer {
  private markers: ReadonlyMap<number, MapMarker> = new Map()
  private selectedId: number | undefined
  private highlightedId: number | undefined
  private hoveredId: number | undefined
  private selection: SelectedMarker | undefined
  private selectedFacts: SelectedFacts | undefined
  private items: MapItem[] = []
  private singles = new Set<number>()
  private drawn: Drawn[] = []
  private fan: Fan | undefined
  private sides = new Map<number, LabelSide>()
  private labelledAt = 0
  private hasLabels = true
  private builtAt = 0
  private isBuilding = false
  private isStale = true
  private rebuildTimer: ReturnType<typeof setTimeout> | undefined
  private questions = 0
  private readonly glides = new Glides()
  private readonly painter: MarkerPainter
  private readonly shown = new Map<number, WorldPoint>()
  private unsubscribe: (() => void) | undefined

  constructor(
    private readonly positions: PositionsStore,
    private readonly clusters: ClusterService,
    private readonly events: EntityMarkerEvents,
    private sprites: Sprites,
    private readonly isStill: () => boolean,
    private readonly now: () => number = Date.now,
  ) {
    super('markers', 96)
    this.painter = new MarkerPainter(positions, this.glides, sprites, (entityId) => this.markers.get(entityId))
  }

  override onAdd(map: L.Map): this {
    super.onAdd(map)
    this.unsubscribe = this.positions.subscribeAll((changed) => this.take(changed))
    this.rebuild()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const events = super.getEvents()
    const settle = (event: L.LeafletEvent) => {
      events.moveend?.(event)
      this.ask()
    }
    return {
      ...events,
      moveend: settle,
      zoomend: settle,
      resize: settle,
      zoomstart: () => this.foldFan(),
      click: (event) => void this.click(event as L.LeafletMouseEvent),
      mousemove: (event) => this.hover(event as L.LeafletMouseEvent),
      mouseout: () => this.leave(),
    }
  }

  override onRemove(map: L.Map): this {
    this.unsubscribe?.()
    clearTimeout(this.rebuildTimer)
    this.glides.clear()
    this.selection?.remove()
    this.selection = undefined
    return super.onRemove(map)
  }

  /** The vehicles to show; others are neither drawn nor counted. */
  setMarkers(markers: ReadonlyMap<number, MapMarker>): void {
    const isSame = this.markers.size === markers.size && [...markers.keys()].every((entityId) => this.markers.has(entityId))
    this.markers = markers
    // A filter is judged again every other second; mostly with the same answer.
    if (isSame) return this.requestDraw()
    this.foldFan()
    this.rebuild()
  }

  /** The selected vehicle is drawn last, and stands outside of every cluster. */
  select(entityId: number | undefined): void {
    if (this.selectedId === entityId) return
    this.selectedId = entityId
    this.selection?.remove()
    this.selection = undefined
    this.foldFan()
    this.rebuild()
    this.requestDraw()
  }

  /** What the selection says; its ring follows the vehicle from frame to frame. */
  describeSelected(facts: SelectedFacts | undefined): void {
    this.selectedFacts = facts
    if (facts) this.selection?.describe(facts)
  }

  private followSelected(world: WorldPoint | undefined): void {
    const { map, selectedId } = this
    if (!map || selectedId === undefined || !world) {
      this.selection?.remove()
      this.selection = undefined
      return
    }
    const place = fromWorld(world)
    if (this.selection) return this.selection.move(place)
    this.selection = new SelectedMarker(map, place, () => this.events.onSelect(selectedId))
    if (this.selectedFacts) this.selection.describe(this.selectedFacts)
  }

  /** Names beside the vehicles, or only under the pointer. */
  setLabels(hasLabels: boolean): void {
    this.hasLabels = hasLabels
    this.labelledAt = 0
    this.requestDraw()
  }

  /** As if the pointer were over it: for the search list and for keyboard focus. */
  highlight(entityId: number | undefined): void {
    this.highlightedId = entityId
    this.requestDraw()
  }

  setPalette(palette: MapPalette): void {
    this.sprites = new Sprites(palette, this.sprites.ratio)
    this.painter.sprites = this.sprites
    this.requestDraw()
  }

  protected override drawNow(): void {
    super.drawNow()
    this.followSelected(this.selectedId === undefined ? undefined : this.poseOf(this.selectedId)?.world)
  }

  /** Where a vehicle is drawn now. */
  poseOf(entityId: number): Pose | undefined {
    const gliding = this.glides.pose(entityId, this.now())
    if (gliding) return gliding
    const position = this.positions.get(entityId)
    return position?.place && { world: toWorld(position.place), heading: position.heading ?? 0 }
  }

  isGliding(entityId: number): boolean {
    return this.glides.isRunning(entityId)
  }

  /** Positions changed: what is in view glides there, everything else is clustered anew in a moment. */
  private take(changed: ReadonlySet<number>): void {
    let isSeen = false
    const now = this.now()
    for (const entityId of changed) {
      this.isStale = true
      if (!this.singles.has(entityId) && entityId !== this.selectedId && !this.fan?.places.has(entityId)) {
        this.shown.delete(entityId)
        continue
      }
      isSeen = true
      const position = this.positions.get(entityId)
      if (!position?.place) continue
      const to = { world: toWorld(position.place), heading: position.heading ?? 0 }
      const from = this.glides.pose(entityId, now)
      const last = from?.world ?? this.shown.get(entityId)
      if (last && !this.isStill()) this.glides.start(entityId, { world: last, heading: from?.heading ?? to.heading }, to, now)
      this.shown.set(entityId, to.world)
    }
    if (isSeen) this.requestDraw()
    this.rebuildSoon()
  }

  private rebuildSoon(): void {
    if (this.isBuilding || this.rebuildTimer !== undefined) return
    const wait = Math.max(0, this.builtAt + REBUILD_MS - this.now())
    this.rebuildTimer = setTimeout(() => this.rebuild(), wait)
  }

  private rebuild(): void {
    clearTimeout(this.rebuildTimer)
    this.rebuildTimer = undefined
    this.isStale = true
    if (this.isBuilding || !this.map) return
    this.isBuilding = true
    this.isStale = false
    const points = clusterPoints(this.markers, this.positions, this.selectedId, this.now())
    void this.clusters.load(points).then(() => {
      this.isBuilding = false
      this.builtAt = this.now()
      this.ask()
      if (this.isStale) this.rebuildSoon()
    })
  }

  /** Reads what is in view, a margin included, so that a short pan finds its markers there. */
  private ask(): void {
    const { map } = this
    if (!map) return
    this.questions += 1
    const question = this.questions
    const box = toBox(map.getBounds().pad(0.2))
    void this.clusters.query(box, map.getZoom()).then((items) => {
      if (question !== this.questions || !this.map) return
      this.items = items
      this.singles = new Set(items.flatMap((item) => (item.kind === 'single' ? item.entityId : [])))
      this.labelledAt = 0
      this.requestDraw()
      this.events.onSettle([...this.singles])
    })
  }

  protected draw(frame: CanvasFrame): void {
    const now = this.now()
    const drawn: Drawn[] = []
    let isGliding = false
    for (const item of this.items) {
      if (item.kind === 'cluster') {
        const world = worldOf(item)
        drawn.push({ item, x: frame.toX(world), y: frame.toY(world) })
        continue
      }
      if (item.entityId === this.selectedId) continue
      const pose = this.glides.pose(item.entityId, now)
      isGliding ||= pose !== undefined
      const world = pose?.world ?? this.settledWorld(item)
      if (world) drawn.push({ item, x: frame.toX(world), y: frame.toY(world) })
    }
    this.drawn = drawn
    if (this.labelledAt === 0 || now - this.labelledAt > RELABEL_MS) this.placeLabels(frame, drawn, now)
    this.paint(frame, drawn, now)
    if (this.selectedId !== undefined) isGliding ||= this.glides.isRunning(this.selectedId)
    if (isGliding) this.requestDraw()
  }

  /** The place of a marker at rest; kept, because projecting anew in each frame costs more than drawing. */
  private settledWorld({ entityId }: SingleItem): WorldPoint | undefined {
    const known = this.shown.get(entityId)
    if (known) return known
    const position = this.positions.get(entityId)
    if (!position?.place) return undefined
    const world = toWorld(position.place)
    this.shown.set(entityId, world)
    return world
  }

  private placeLabels({ zoom }: CanvasFrame, drawn: Drawn[], now: number): void {
    this.labelledAt = now
    this.sides.clear()
    if (zoom < LABEL_ZOOM || !this.hasLabels) return
    const wishes: LabelWish[] = []
    const obstacles: { x: number; y: number; radius: number }[] = []
    for (const { item, x, y } of drawn) {
      if (item.kind === 'cluster') obstacles.push({ x, y, radius: clusterSize(item.count) / 2 })
      else {
        const width = this.sprites.labelWidth(this.markers.get(item.entityId)?.label ?? '')
        wishes.push({ entityId: item.entityId, x, y, width, lastActivity: this.positions.get(item.entityId)?.lastActivity ?? 0 })
      }
    }
    this.sides = placeLabels(wishes, obstacles)
  }

  private paint(frame: CanvasFrame, drawn: Drawn[], now: number): void {
    const { context } = frame
    const { painter, fan } = this
    for (const { item, x, y } of drawn)
      if (item.kind === 'cluster' && item.key !== fan?.key)
        drawCentred(context, this.sprites.cluster(item.count, item.states), x, y)
    for (const { item, x, y } of drawn) if (item.kind === 'single') painter.glyph(context, item.entityId, x, y, now)
    for (const { item, x, y } of drawn) {
      if (item.kind !== 'single') continue
      const side = this.sides.get(item.entityId)
      if (side || this.isPointed(item.entityId)) painter.label(context, item.entityId, x, y, side ?? 'right')
    }
    if (fan) painter.fan(context, fan, frame.toX(fan.world), frame.toY(fan.world), now, (entityId) => this.isPointed(entityId))
    const world = this.selectedId === undefined ? undefined : this.poseOf(this.selectedId)?.world
    if (this.selectedId !== undefined && world) painter.glyph(context, this.selectedId, frame.toX(world), frame.toY(world), now)
  }

  private isPointed(entityId: number): boolean {
    return entityId === this.hoveredId || entityId === this.highlightedId
  }

  private foldFan(): void {
    if (!this.fan) return
    this.fan = undefined
    this.requestDraw()
  }

  private async click(event: L.LeafletMouseEvent): Promise<void> {
    const hit = this.hit(event.containerPoint)
    if (hit === undefined) return this.foldFan()
    if (typeof hit === 'number') return this.events.onSelect(hit)
    const members = await this.clusters.members(hit.key)
    this.open(hit, members)
  }

  /** Zooms to a cluster; when its vehicles stand too close for that, fans them out. */
  private open(cluster: ClusterItem, members: readonly number[]): void {
    const { map } = this
    if (!map) return
    const places = members.flatMap((entityId) => this.positions.get(entityId)?.place ?? [])
    const bounds = L.latLngBounds(places.map(({ latitude, longitude }) => [latitude, longitude]))
    const deepest = Math.min(map.getMaxZoom(), DEEPEST_CLUSTER_ZOOM)
    if (bounds.isValid() && map.getZoom() < deepest && map.getBoundsZoom(bounds) > map.getZoom()) {
      map.flyToBounds(bounds, { padding: [72, 72], maxZoom: deepest, duration: 0.6, animate: !this.isStill() })
      return
    }
    this.fan = openFan(cluster, members)
    this.requestDraw()
  }

  /** The vehicle or cluster under a point of the map container. */
  private hit(point: L.Point): number | ClusterItem | undefined {
    const { map, fan } = this
    if (!map) return undefined
    const toContainer = containerProjection(map)
    const inFan = fan && hitFan(fan, toContainer(fan.world), point)
    if (inFan !== undefined) return inFan
    const targets = this.drawn.flatMap(({ item }): HitTarget<number | ClusterItem> | [] => {
      if (item.kind === 'cluster') return { value: item, at: toContainer(worldOf(item)), reach: clusterSize(item.count) / 2 + 4 }
      const world = this.poseOf(item.entityId)?.world
      return world ? { value: item.entityId, at: toContainer(world), reach: HIT_RADIUS } : []
    })
    return nearest(targets, point)
  }

  private hover(event: L.LeafletMouseEvent): void {
    const hit = this.hit(event.containerPoint)
    const hovered = typeof hit === 'number' ? hit : undefined
    this.map?.getContainer().classList.toggle('leaflet-interactive', hit !== undefined)
    if (hovered === this.hoveredId) return
    this.hoveredId = hovered
    this.requestDraw()
  }

  private leave(): void {
    if (this.hoveredId === undefined) return
    this.hoveredId = undefined
    this.requestDraw()
  }
}

const worldOf = ({ latitude, longitude }: ClusterItem): WorldPoint => toWorld({ latitude, longitude })
