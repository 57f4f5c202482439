import { Lane } from './lane.js'

/** The lanes of the partitions assigned to this consumer. */
export class Lanes {
  readonly #lanes = new Map<number, Lane>()

  /** Returns a partition's lane, empty at first. */
  of(partition: number): Lane {
    let lane = this.#lanes.get(partition)
    if (!lane) this.#lanes.set(partition, (lane = new Lane(partition)))
    return lane
  }

  all(): Iterable<Lane> {
    return this.#lanes.values()
  }

  /** Returns whether the lane is still current: its partition was not taken over, nor returned to us with a new lane. */
  isOurs(lane: Lane): boolean {
    return this.#lanes.get(lane.partition) === lane
  }

  /** Drops a lane. If its partition is assigned again, a new lane begins with the stored data. */
  forget(lane: Lane): void {
    lane.calmDown()
    if (this.isOurs(lane)) this.#lanes.delete(lane.partition)
  }
}
