import type { PositionsStore } from '../../live/positions-store.js'
import { toWorld, type WorldPoint } from '../coordinates.js'
import { Glides, type Pose } from './glide.js'

/** Current positions of all vehicles. A vehicle is at rest, or glides from the place where it was last drawn to the new one. */
export class Poses {
  private readonly glides = new Glides()
  /**
   * Places of vehicles that do not glide. They are cached, because projecting them in each frame would take longer than
   * drawing.
   */
  private readonly settled = new Map<number, WorldPoint>()

  constructor(
    private readonly positions: PositionsStore,
    private readonly isStill: () => boolean,
    private readonly now: () => number,
  ) {}

  poseOf(entityId: number): Pose | undefined {
    return this.gliding(entityId, this.now()) ?? this.present(entityId)
  }

  gliding(entityId: number, now: number): Pose | undefined {
    return this.glides.pose(entityId, now)
  }

  isGliding(entityId: number): boolean {
    return this.glides.isRunning(entityId)
  }

  /** Returns the current position of a vehicle in the unit square. Called for each vehicle in each frame. */
  worldOf(entityId: number, now: number): WorldPoint | undefined {
    return this.gliding(entityId, now)?.world ?? this.atRest(entityId)
  }

  /** Makes a visible vehicle glide to its new position. */
  move(entityId: number, now: number): void {
    const there = this.present(entityId)
    if (!there) return
    const from = this.glides.pose(entityId, now)
    const last = from?.world ?? this.settled.get(entityId)
    const [x, y] = there.world
    // Uses the shorter way around the globe.
    const to: Pose = last ? { ...there, world: [x + Math.round(last[0] - x), y] } : there
    if (last && !this.isStill()) this.glides.start(entityId, { world: last, heading: from?.heading ?? to.heading }, to, now)
    this.settled.set(entityId, to.world)
  }

  /** Forgets the place of an invisible vehicle. The place is looked up again when the vehicle becomes visible. */
  forget(entityId: number): void {
    this.settled.delete(entityId)
  }

  stop(): void {
    this.glides.clear()
  }

  private atRest(entityId: number): WorldPoint | undefined {
    const known = this.settled.get(entityId)
    if (known) return known
    const world = this.present(entityId)?.world
    if (world) this.settled.set(entityId, world)
    return world
  }

  private present(entityId: number): Pose | undefined {
    const position = this.positions.get(entityId)
    return position?.place && { world: toWorld(position.place), heading: position.heading ?? 0 }
  }
}
