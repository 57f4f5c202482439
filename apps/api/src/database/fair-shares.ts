/** The shares that a holder (for example a business) uses now, and its waiting requests in order. */
interface Holder {
  held: number
  readonly waiting: (() => void)[]
}

/**
 * Limits how much of a shared resource each holder uses at a time. A holder at its limit waits until it releases one of its
 * own shares.
 */
export class FairShares {
  readonly #holders = new Map<string, Holder>()

  /**
   * @param most maximum shares per holder
   * @param patienceMs maximum wait for a share, in milliseconds
   */
  constructor(
    private readonly most: number,
    private readonly patienceMs: number,
  ) {}

  /** @returns a function that releases the share; undefined when the wait timed out */
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

  /** Passes the share to the next waiting request of its holder, or releases it. */
  private giveBack(who: string, holder: Holder): void {
    const next = holder.waiting.shift()
    if (next) return next()
    holder.held--
    if (holder.held === 0) this.#holders.delete(who)
  }
}
