import { Injectable } from '@nestjs/common'
import { LiveRepository, type TenancyRow } from './live.repository.js'

/** An entity that is somebody else's now, or nobody's. */
export interface LiveMove {
  entityId: number
  /** Business that it belonged to; undefined when it was not known. */
  from: number | undefined
}

/**
 * To whom each entity belongs at this moment. A position says to whom the entity belonged when it was sent; between a move
 * and the next position only this knows better.
 */
@Injectable()
export class LiveTenancy {
  readonly #businesses = new Map<number, number>()
  /** Transactions from this one on may hold moves that have not been seen. */
  #horizon: string | undefined
  readonly #listeners: ((moves: readonly LiveMove[]) => void)[] = []
  readonly #editListeners: ((entityIds: readonly number[]) => void)[] = []
  /** In which transaction each was edited: the horizon stands still while one is open, and its row comes again. */
  #edits = new Map<number, string>()

  constructor(private readonly live: LiveRepository) {}

  onMove(listener: (moves: readonly LiveMove[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Hears which entities somebody edited, each edit once. */
  onEdit(listener: (entityIds: readonly number[]) => void): void {
    this.#editListeners.push(listener)
  }

  /** Undefined for an entity that is deleted, or so new that nobody has asked yet whose it is. */
  businessOf(entityId: number): number | undefined {
    return this.#businesses.get(entityId)
  }

  async refresh(): Promise<void> {
    const { horizon, entities } = await this.live.findTenancy(this.#horizon)
    const moves: LiveMove[] = []
    for (const { id, business_id: to } of entities) {
      const from = this.#businesses.get(id)
      if (from === (to ?? undefined)) continue
      if (to === null) this.#businesses.delete(id)
      else this.#businesses.set(id, to)
      moves.push({ entityId: id, from })
    }
    this.#horizon = horizon
    if (moves.length > 0) for (const listener of this.#listeners) listener(moves)
    this.tellEdits(entities)
  }

  private tellEdits(entities: readonly TenancyRow[]): void {
    const edits = new Map(entities.flatMap(({ id, edited_in }) => (edited_in === null ? [] : [[id, edited_in] as const])))
    const edited = [...edits].filter(([id, transaction]) => this.#edits.get(id) !== transaction).map(([id]) => id)
    this.#edits = edits
    if (edited.length > 0) for (const listener of this.#editListeners) listener(edited)
  }
}
