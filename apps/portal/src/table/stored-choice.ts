const PREFIX = 'table.'

/** A choice that this browser remembers; undefined where there is none, or where storage is blocked. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + name) ?? undefined
  } catch {
    return undefined // storage may be blocked; nothing is remembered then
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    return // as above
  }
}
