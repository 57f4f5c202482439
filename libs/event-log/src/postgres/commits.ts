import type pg from 'pg'
import { bounded } from './bounded-query.js'
import { Statement, type Commit } from './statements.js'

/** Collects the commits of one member of a group. Commits made in the same turn of the event loop are sent as one statement. */
export class Commits {
  private waiting: { commit: Commit; resolve: (isHeld: boolean) => void; reject: (reason: unknown) => void }[] = []

  constructor(
    private readonly pool: pg.Pool,
    private readonly topic: string,
    private readonly group: string,
  ) {}

  /** @returns true if this member still holds the partition under the token. Otherwise the commit changes nothing */
  note(commit: Commit): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ commit, resolve, reject }) === 1) setImmediate(() => void this.send())
    })
  }

  private async send(): Promise<void> {
    const all = this.waiting
    this.waiting = []
    try {
      const statement = Statement.commit(
        this.topic,
        this.group,
        all.map(({ commit }) => commit),
      )
      const { rows } = await this.pool.query<{ partition: number; token: string }>(bounded(statement))
      const held = new Set(rows.map(({ partition, token }) => `${partition} ${token}`))
      for (const { commit, resolve } of all) resolve(held.has(`${commit.partition} ${commit.token}`))
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
}
