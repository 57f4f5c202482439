/**
 * Value in the browser's storage for this portal. If the storage is blocked or full, values are kept only in the memory of
 * the page.
 */
class Stored {
  constructor(
    private readonly storage: 'localStorage' | 'sessionStorage',
    private readonly key: string,
  ) {}

  read(): string | undefined {
    return guarded(() => window[this.storage].getItem(this.key) ?? undefined)
  }

  /** @param value undefined removes it */
  write(value: string | undefined): void {
    guarded(() => {
      if (value === undefined) window[this.storage].removeItem(this.key)
      else window[this.storage].setItem(this.key, value)
    })
  }

  /** Reads a JSON value. Its shape is unknown, because another release or other code may have written it. */
  readJson(): unknown {
    const text = this.read()
    return text === undefined ? undefined : guarded((): unknown => JSON.parse(text) ?? undefined)
  }

  /** @param value undefined removes it */
  writeJson(value: object | undefined): void {
    this.write(value && JSON.stringify(value))
  }
}

/** Creates a value that this browser keeps until it is removed. Other tabs see the value, too. */
export const inBrowser = (key: string): Stored => new Stored('localStorage', key)

/** Creates a value that this tab keeps until it is closed. */
export const inTab = (key: string): Stored => new Stored('sessionStorage', key)

function guarded<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
