/**
 * One value that the browser keeps for this portal. Storage may be blocked or full: then there is nothing to read, and what is written
 * lasts as long as the page keeps it in its memory.
 */
class Stored {
  constructor(
    private readonly storage: 'localStorage' | 'sessionStorage',
    private readonly key: string,
  ) {}

  read(): string | undefined {
    return guarded(() => window[this.storage].getItem(this.key) ?? undefined)
  }

  /** @param value undefined forgets it */
  write(value: string | undefined): void {
    guarded(() => {
      if (value === undefined) window[this.storage].removeItem(this.key)
      else window[this.storage].setItem(this.key, value)
    })
  }

  /** What was written as JSON, of whatever shape: another release, or somebody else, may have written it. */
  readJson(): unknown {
    const text = this.read()
    return text === undefined ? undefined : guarded((): unknown => JSON.parse(text) ?? undefined)
  }

  /** @param value undefined forgets it */
  writeJson(value: object | undefined): void {
    this.write(value && JSON.stringify(value))
  }
}

/** Kept by this browser until it is forgotten; other tabs see it, too. */
export const inBrowser = (key: string): Stored => new Stored('localStorage', key)

/** Kept by this tab until it is closed. */
export const inTab = (key: string): Stored => new Stored('sessionStorage', key)

function guarded<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
