import type { Ledger } from '../ledger.js'
import type { Mapping } from '../mapping.js'
import type { TraccarDevice, TraccarSource } from './model.js'

/** A tracker of Traccar whose identifier has changed since it was imported. */
export interface Replaced {
  id: number
  was: string
  is: string
}

/**
 * Checks that Traccar is the server from which an import has read before. The server is recognised by the identifiers of
 * its trackers. Their ids do not show it, because every server counts ids from 1. The address is used only if no imported
 * tracker is left in Traccar, because a server may have several addresses or a new one.
 * @param source address of Traccar
 * @returns trackers whose identifier in Traccar has changed since, because somebody replaced them
 * @throws Error when Traccar is another server
 */
export function assertSameSource(source: string, devices: readonly TraccarDevice[], ledger: Ledger): Replaced[] {
  const known = ledger.identifiers()
  const compared = devices.filter(({ id }) => known.has(id))
  const replaced = compared.flatMap(({ id, uniqueId }) => {
    const was = known.get(id)!
    return was === uniqueId ? [] : [{ id, was, is: uniqueId }]
  })
  const isOther = compared.length > 0 ? replaced.length * 2 > compared.length : source !== ledger.route.source
  if (!isOther) return replaced
  const first = replaced[0] && `: device ${replaced[0].id} was ${replaced[0].was} there, and is ${replaced[0].is} here`
  throw new Error(
    `the import ${ledger.name} was taken from another Traccar, ${ledger.route.source}${first ?? ''}. For this one use another mapping file with another "import" (--mapping)`,
  )
}

/**
 * Checks that the entries of a mapping file belong to this Traccar.
 * @throws Error that names the first devices that differ
 */
export function assertSameDevices(devices: readonly TraccarDevice[], { devices: mapped }: Mapping, file: string): void {
  const entries = new Map(mapped.map(({ id, unique_id }) => [id, unique_id]))
  const others = devices.filter(({ id, uniqueId }) => entries.has(id) && entries.get(id) !== uniqueId)
  if (others.length === 0) return
  const named = others.slice(0, 10).map(({ id, uniqueId }) => `device ${id} is ${uniqueId}, not ${entries.get(id)}`)
  throw new Error(
    `${file} is not of this Traccar in ${others.length} ${others.length === 1 ? 'device' : 'devices'}:\n  ${named.join('\n  ')}\nFor another Traccar use another file (--mapping) with another "import". If a tracker was replaced in Traccar, enter its new "unique_id" and "imei"`,
  )
}

/** Returns the source without the positions of some devices. */
export const withoutPositionsOf = (source: TraccarSource, ids: ReadonlySet<number>): TraccarSource => ({
  model: () => source.model(),
  devices: () => source.devices(),
  positions: (id, after) => (ids.has(id) ? NONE : source.positions(id, after)),
  close: () => source.close(),
})

const NONE: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
}
