import L from 'leaflet'
import { serverClock } from '../../lib/server-clock.js'
import type { PositionsStore } from '../../live/positions-store.js'
import { boundsOf, cornersNear, fromWorld, toBox, toWorld, type WorldPoint } from '../coordinates.js'
import type { SameDay } from '../entity-state.js'
import type { MapPalette } from '../map-palette.js'
import { claimPress } from '../presses/claimed-press.js'
import { CanvasLayer, type CanvasFrame } from './canvas-layer.js'
import { type ClusterItem, DEEPEST_CLUSTER_ZOOM, type MapItem } from './cluster-index.js'
import { clusterPoints } from './cluster-points.js'
import type { ClusterService } from './cluster-service.js'
import { type Fan, hitFan, openFan } from './fan.js'
import { containerProjection, HIT_RADIUS, type HitTarget, nearest } from './hit-test.js'
import { ItemsInView } from './items-in-view.js'
import { type Drawn, MarkerLabels } from './marker-labels.js'
import { type MapMarker, MarkerPainter } from './marker-painter.js'
import { Poses } from './poses.js'
import { type SelectedFacts, Selection } from './selected-marker.js'
import { clusterSize, type Sprites } from './sprites.js'

/** Opacity of other vehicles while a trip is shown: visible but not distracting. */
const FADED = 0.35

export interface EntityMarkerEvents {
  onSelect: (entityId: number) => void
  /** Receives the individually drawn vehicles after the view has settled, for keyboard and screen reader. */
  onSettle: (entityIds: readonly number[]) => void
}

/**
 * Draws all vehicles on one canvas: clusters with their states, single markers that glide to new positions, and labels that do
 * not overlap.
 */
export class EntityMarkerLayer extends CanvasLayer {
  private markers: ReadonlyMap<number, MapMarker> = new Map()
  private highlightedId: number | undefined
  private hoveredId: number | undefined
  private fan: Fan | undefined
  private areOthersFaded = false
  private drawn: readonly Drawn[] = []
  private readonly selection: Selection
  private readonly poses: Poses
  private readonly inView: ItemsInView
  private readonly painter: MarkerPainter
  private readonly labels: MarkerLabels
  private unsubscribe: (() => void) | undefined

  constructor(
    private readonly positions: PositionsStore,
    private readonly clusters: ClusterService,
    private readonly events: EntityMarkerEvents,
    sprites: Sprites,
    isSameDay: SameDay,
    private readonly isStill: () => boolean,
    /**
     * Returns the server time in milliseconds. The age of a vehicle's last message decides whether it is drawn as moving, stopped
     * or asleep.
     */
    private readonly now: () => number = serverClock.now,
  ) {
    super('markers', 96)
    this.selection = new Selection((entityId) => events.onSelect(entityId))
    this.poses = new Poses(positions, isStill, now)
    this.painter = new MarkerPainter(positions, this.poses, sprites, (entityId) => this.markers.get(entityId), isSameDay)
    this.labels = new MarkerLabels(this.painter)
    const source = { points: () => this.points(), view: () => this.view(), onRead: () => this.showItems() }
    this.inView = new ItemsInView(clusters, source, now)
  }

  override onAdd(map: L.Map): this {
    super.onAdd(map)
    this.unsubscribe = this.positions.subscribeAll((changed) => this.take(changed))
    this.inView.rebuild()
    return this
  }

  override getEvents(): Record<string, L.LeafletEventHandlerFn> {
    const events = super.getEvents()
    const settle = (event: L.LeafletEvent) => {
      events.moveend?.(event)
      this.inView.read()
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
    this.inView.stop()
    this.poses.stop()
    this.selection.remove()
    return super.onRemove(map)
  }

  /** Sets the vehicles to show. Other vehicles are neither drawn nor counted. */
  setMarkers(markers: ReadonlyMap<number, MapMarker>): void {
    const isSame = this.markers.size === markers.size && [...markers.keys()].every((entityId) => this.markers.has(entityId))
    this.markers = markers
    // The filter is evaluated every few seconds. If its result is the same, as usual, the vehicles need not be clustered
    // again.
    if (isSame) return this.requestDraw()
    this.foldFan()
    this.inView.rebuild()
  }

  /** Selects a vehicle. The selected vehicle is drawn last and outside all clusters. */
  select(entityId: number | undefined): void {
    if (this.selection.entityId === entityId) return
    this.selection.select(entityId)
    this.foldFan()
    this.inView.rebuild()
    this.requestDraw()
  }

  describeSelected(facts: SelectedFacts | undefined): void {
    this.selection.describe(facts)
  }

  /** Shows names beside all vehicles, or only that of the vehicle under the pointer. */
  setLabels(hasLabels: boolean): void {
    this.labels.areShown = hasLabels
    this.labels.outdate()
    this.requestDraw()
  }

  /** Draws a vehicle as if the pointer were over it, for the search list and keyboard focus. */
  highlight(entityId: number | undefined): void {
    this.highlightedId = entityId
    this.requestDraw()
  }

  /** While a trip is shown, fades all vehicles except the trip's vehicle and the one under the pointer. */
  fadeOthers(areFaded: boolean): void {
    this.areOthersFaded = areFaded
    this.requestDraw()
  }

  setPalette(palette: MapPalette): void {
    this.painter.setPalette(palette)
    this.requestDraw()
  }

  /** Sets the function that compares days in the user's time zone. It decides whether a vehicle is drawn as asleep. */
  setDays(isSameDay: SameDay): void {
    this.painter.setDays(isSameDay)
    this.requestDraw()
  }

  private points() {
    return clusterPoints(this.markers, this.positions, this.selection.entityId, this.now())
  }

  /** Returns the view with a margin, so that a short pan finds its markers already loaded. */
  private view() {
    return this.map && { box: toBox(this.map.getBounds().pad(0.2)), zoom: this.map.getZoom() }
  }

  private showItems(): void {
    this.labels.outdate()
    this.requestDraw()
    this.events.onSettle([...this.inView.singles])
  }

  /** Handles changed positions. Visible vehicles glide to their new positions, and all vehicles are soon clustered again. */
  private take(changed: ReadonlySet<number>): void {
    const now = this.now()
    const isSeen = (entityId: number) =>
      this.inView.singles.has(entityId) || entityId === this.selection.entityId || this.fan?.places.has(entityId) === true
    for (const entityId of changed) {
      if (!isSeen(entityId)) {
        this.poses.forget(entityId)
        continue
      }
      this.poses.move(entityId, now)
      this.requestDraw()
    }
    this.inView.rebuildSoon()
  }

  protected override drawNow(): void {
    super.drawNow()
    const world = this.selectedWorld()
    this.selection.follow(this.map, world && fromWorld(world))
  }

  protected draw(frame: CanvasFrame): void {
    const now = this.now()
    const { entityId: selectedId } = this.selection
    const drawn: Drawn[] = []
    let isGliding = false
    for (const item of this.inView.items) {
      const isVehicle = item.kind === 'single'
      if (isVehicle && item.entityId === selectedId) continue
      const world = isVehicle ? this.poses.worldOf(item.entityId, now) : worldOf(item)
      if (world) drawn.push({ item, x: frame.pointX(world), y: frame.toY(world) })
      isGliding ||= isVehicle && this.poses.isGliding(item.entityId)
    }
    this.drawn = drawn
    this.labels.place(frame, drawn, now)
    this.paint(frame, drawn, now)
    if (selectedId !== undefined) isGliding ||= this.poses.isGliding(selectedId)
    if (isGliding) this.requestDraw()
  }

  private paint(frame: CanvasFrame, drawn: readonly Drawn[], now: number): void {
    const { context } = frame
    const { painter, fan, labels } = this
    const fade = (entityId?: number) => {
      const isPointed = entityId !== undefined && this.isPointed(entityId)
      context.globalAlpha = this.areOthersFaded && !isPointed ? FADED : 1
    }
    fade()
    for (const { item, x, y } of drawn) if (item.kind === 'cluster' && item.key !== fan?.key) painter.cluster(context, item, x, y)
    for (const { item, x, y } of drawn) {
      if (item.kind !== 'single') continue
      fade(item.entityId)
      painter.glyph(context, item.entityId, x, y, now)
    }
    for (const { item, x, y } of drawn) {
      if (item.kind !== 'single') {
        const [first] = item.few ?? []
        fade()
        if (first !== undefined && item.key !== fan?.key && labels.sideOf(first)) painter.names(context, item, x, y)
        continue
      }
      const side = labels.sideOf(item.entityId)
      fade(item.entityId)
      const isWhole = this.isPointed(item.entityId)
      if (side || isWhole) painter.label(context, item.entityId, x, y, side ?? 'right', isWhole)
    }
    context.globalAlpha = 1
    if (fan) painter.fan(context, fan, frame.pointX(fan.world), frame.toY(fan.world), now, (entityId) => this.isPointed(entityId))
    const world = this.selectedWorld()
    if (this.selection.entityId !== undefined && world)
      painter.glyph(context, this.selection.entityId, frame.pointX(world), frame.toY(world), now)
  }

  private selectedWorld(): WorldPoint | undefined {
    const { entityId } = this.selection
    return entityId === undefined ? undefined : this.poses.poseOf(entityId)?.world
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
    claimPress(event.originalEvent)
    if (typeof hit === 'number') return this.events.onSelect(hit)
    const members = await this.clusters.members(hit.key)
    this.open(hit, members)
  }

  /** Zooms to a cluster. If its vehicles are too close together for zooming, fans the cluster out. */
  private open(cluster: ClusterItem, members: readonly number[]): void {
    const { map } = this
    if (!map) return
    const places = members.flatMap((entityId) => this.positions.get(entityId)?.place ?? [])
    const corners = boundsOf(places)
    const bounds = L.latLngBounds(corners ? cornersNear(corners, map.getCenter().lng) : [])
    const deepest = Math.min(map.getMaxZoom(), DEEPEST_CLUSTER_ZOOM)
    if (bounds.isValid() && map.getZoom() < deepest && map.getBoundsZoom(bounds) > map.getZoom()) {
      map.flyToBounds(bounds, { padding: [72, 72], maxZoom: deepest, duration: 0.6, animate: !this.isStill() })
      return
    }
    this.fan = openFan(cluster, members)
    this.requestDraw()
  }

  /** Finds the vehicle or cluster under a point of the map container. */
  private hit(point: L.Point): number | ClusterItem | undefined {
    const { map, fan } = this
    if (!map) return undefined
    const toContainer = containerProjection(map)
    const inFan = fan && hitFan(fan, toContainer(fan.world), point)
    if (inFan !== undefined) return inFan
    const target = (item: MapItem): HitTarget<number | ClusterItem> | [] => {
      if (item.kind === 'cluster') return { value: item, at: toContainer(worldOf(item)), reach: clusterSize(item.count) / 2 + 4 }
      const world = this.poses.poseOf(item.entityId)?.world
      return world ? { value: item.entityId, at: toContainer(world), reach: HIT_RADIUS } : []
    }
    return nearest(
      this.drawn.flatMap(({ item }) => target(item)),
      point,
    )
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
