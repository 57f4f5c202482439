/** How many shares one holds, and what of it waits for another, in the order of asking. */
interface Holder {
  held: number
  readonly waiting: (() => void)[]
}

/** Gives each only so much of what is shared at a time: who wants more waits for its own to be given back, and for nobody else's. */
export class FairShares {
  readonly #holders = new Map<string, Holder>()

  /**
   * @param most shares of one
   * @param patienceMs how long one is waited for
   */
  constructor(
    private readonly most: number,
    private readonly patienceMs: number,
  ) {}

  /** @returns what gives the share back; undefined when none came in time */
  async take(who: string): Promise<(() => void) | undefined> {
    const holder = this.#holders.get(who) ?? { held: 0, waiting: [] }
    this.#holders.set(who, holder)
    if (holder.held < this.most) holder.held++
    else if (!(await this.comes(holder))) return undefined
    return () => this.giveBack(who, holder)
  }

  private comes({ waiting }: Holder): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(come), 1)
        resolve(false)
      }, this.patienceMs)
      const come = () => {
        clearTimeout(late)
        resolve(true)
      }
      waiting.push(come)
    })
  }

  /** To the next who waits. */
  private giveBack(who: string, holder: Holder): void {
    const next = holder.waiting.shift()
    if (next) return next()
    holder.held--
    if (holder.held === 0) this.#holders.delete(who)
  }
}
