import { Lane } from './lane.js'

/** The lanes (the memory of each partition) of the partitions assigned to this consumer. */
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
   * Returns whether the lane is still the current one of its partition. It is not when another consumer has taken the partition
   * over, even if we got the partition back since.
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
