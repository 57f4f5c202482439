import { Lane } from './lane.js'

/** The lanes of this consumer process. A lane contains everything in memory for one of the assigned partitions. */
export class Lanes {
  readonly #lanes = new Map<number, Lane>()

  /** Returns a partition's lane. Creates an empty one if there is none. */
  laneOf(partition: number): Lane {
    let lane = this.#lanes.get(partition)
    if (!lane) this.#lanes.set(partition, (lane = new Lane(partition)))
    return lane
  }

  all(): Iterable<Lane> {
    return this.#lanes.values()
  }

  /**
   * Returns true if the lane is still the current one of its partition. Returns false if another consumer process has taken
   * the partition over, even if this process has got the partition back with a new lane.
   */
  isOurs(lane: Lane): boolean {
    return this.#lanes.get(lane.partition) === lane
  }

  /** Drops a lane. If its partition is assigned again, a new lane begins with the stored data. */
  forget(lane: Lane): void {
    lane.calmDown()
    if (this.isOurs(lane)) this.#lanes.delete(lane.partition)
  }
}
