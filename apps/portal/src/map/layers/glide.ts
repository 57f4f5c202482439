import type { WorldPoint } from '../coordinates.js'

export const GLIDE_MS = 1_000
export const TURN_MS = 200

/** Position and direction of a marker: a point of the unit square, and degrees from true north. */
export interface Pose {
  world: WorldPoint
  heading: number
}

interface Glide {
  from: Pose
  to: Pose
  startedAt: number
}

/** Returns the shortest turn from one heading to another, −180 to 180 degrees. */
export const shortestTurn = (from: number, to: number): number => ((to - from + 540) % 360) - 180

/** Animates markers between two positions: one second along the line, a fifth of a second for the turn. */
export class Glides {
  private readonly running = new Map<number, Glide>()

  /** Starts a glide from the pose that is shown now, so that an update during a glide causes no jump. */
  start(entityId: number, from: Pose, to: Pose, now: number): void {
    this.running.set(entityId, { from, to, startedAt: now })
  }

  stop(entityId: number): void {
    this.running.delete(entityId)
  }

  /** Returns the current pose of a glide. Undefined if there is none or it has ended. */
  pose(entityId: number, now: number): Pose | undefined {
    const glide = this.running.get(entityId)
    if (!glide) return undefined
    const elapsed = now - glide.startedAt
    // The elapsed time is negative if the clock was corrected after the glide had started. Such a glide also ends.
    if (elapsed >= GLIDE_MS || elapsed < -GLIDE_MS) {
      this.running.delete(entityId)
      return undefined
    }
    const part = easeOut(Math.max(0, elapsed) / GLIDE_MS)
    const turned = Math.min(1, Math.max(0, elapsed) / TURN_MS)
    const { from, to } = glide
    return {
      world: [from.world[0] + (to.world[0] - from.world[0]) * part, from.world[1] + (to.world[1] - from.world[1]) * part],
      heading: (from.heading + shortestTurn(from.heading, to.heading) * turned + 360) % 360,
    }
  }

  isRunning(entityId: number): boolean {
    return this.running.has(entityId)
  }

  clear(): void {
    this.running.clear()
  }
}

/**
 * Returns the progress of a glide. It is nearly linear, so that a moving vehicle keeps its speed, but slows down at the end.
 */
const easeOut = (part: number) => 1 - (1 - part) ** 1.4
