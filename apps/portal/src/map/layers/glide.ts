import type { WorldPoint } from '../coordinates.js'

export const GLIDE_MS = 1_000
export const TURN_MS = 200

/** Where a marker is drawn: a point of the unit square, and degrees true. */
export interface Pose {
  world: WorldPoint
  heading: number
}

interface Glide {
  from: Pose
  to: Pose
  startedAt: number
}

/** The turn from one heading to another by the shortest way, −180 to 180 degrees. */
export const shortestTurn = (from: number, to: number): number => ((to - from + 540) % 360) - 180

/** Movement of markers between two positions: a second along the line, a fifth of a second for the turn. */
export class Glides {
  private readonly running = new Map<number, Glide>()

  /** Starts at the pose that is shown now, so that an update in the middle of a glide does not jump. */
  start(entityId: number, from: Pose, to: Pose, now: number): void {
    this.running.set(entityId, { from, to, startedAt: now })
  }

  stop(entityId: number): void {
    this.running.delete(entityId)
  }

  /** The pose of a glide, or undefined when there is none or it is over. */
  pose(entityId: number, now: number): Pose | undefined {
    const glide = this.running.get(entityId)
    if (!glide) return undefined
    const elapsed = now - glide.startedAt
    // One that has not begun yet was begun before the clock was put right.
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

/** Close to linear, so that a moving vehicle keeps its pace, with a soft end. */
const easeOut = (part: number) => 1 - (1 - part) ** 1.4
