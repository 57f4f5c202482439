import { Lane } from './lane.js'

/** What is in memory for each partition that is ours. */
export class Lanes {
  readonly #lanes = new Map<number, Lane>()

  /** A partition's lane, empty at first. */
  of(partition: number): Lane {
    let lane = this.#lanes.get(partition)
    if (!lane) this.#lanes.set(partition, (lane = new Lane(partition)))
    return lane
  }

  all(): Iterable<Lane> {
    return this.#lanes.values()
  }

  /** Whether nobody took its partition over, or gave it back to us empty, meanwhile. */
  isOurs(lane: Lane): boolean {
    return this.#lanes.get(lane.partition) === lane
  }

  /** Should its partition be ours again, it begins with what is stored. */
  forget(lane: Lane): void {
    lane.calmDown()
    if (this.isOurs(lane)) this.#lanes.delete(lane.partition)
  }
}
