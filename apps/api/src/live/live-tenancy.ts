import { Injectable } from '@nestjs/common'
import { LiveRepository, type TenancyRow } from './live.repository.js'

/** An entity that has changed owner, or has no owner any more. */
export interface LiveMove {
  entityId: number
  /** Its previous business; undefined when unknown. */
  from: number | undefined
}

/**
 * The current owner of each entity. A position contains only the owner at the time when it was sent, which may have changed
 * since.
 */
@Injectable()
export class LiveTenancy {
  readonly #businesses = new Map<number, number>()
  /**
   * Id of the oldest transaction that was open at the last read (horizon). Changes of owner in this transaction and in later
   * ones may not have been read yet.
   */
  #horizon: string | undefined
  readonly #listeners: ((moves: readonly LiveMove[]) => void)[] = []
  readonly #editListeners: ((entityIds: readonly number[]) => void)[] = []
  /**
   * Transaction of each entity's last edit, so that each edit is reported once. It is needed because a long open transaction
   * keeps the horizon where it is. Every read then returns the same edits again.
   */
  #edits = new Map<number, string>()

  constructor(private readonly live: LiveRepository) {}

  onMove(listener: (moves: readonly LiveMove[]) => void): void {
    this.#listeners.push(listener)
  }

  /** Adds a listener for edited entities; each edit is reported once. */
  onEdit(listener: (entityIds: readonly number[]) => void): void {
    this.#editListeners.push(listener)
  }

  /** Returns the owner; undefined for an entity that is deleted or too new to have been read. */
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
    this.reportEdits(entities)
  }

  private reportEdits(entities: readonly TenancyRow[]): void {
    const edits = new Map(entities.flatMap(({ id, edited_in }) => (edited_in === null ? [] : [[id, edited_in] as const])))
    const edited = [...edits].filter(([id, transaction]) => this.#edits.get(id) !== transaction).map(([id]) => id)
    this.#edits = edits
    if (edited.length > 0) for (const listener of this.#editListeners) listener(edited)
  }
}
