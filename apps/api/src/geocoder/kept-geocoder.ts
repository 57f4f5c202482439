import type { BeforeApplicationShutdown } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import { cellOf, distinctCells, keyOf } from './cells.js'
import { countryName } from './country-name.js'
import type { Address, Asker, Geocoder, Point } from './geocoder.js'
import type { KeptAddressesRepository } from './kept-addresses.repository.js'

/**
 * Maximum cells (squares of about 11 m) whose addresses one look-up requests. This is enough for a page and its neighbours.
 * The limit prevents a file of ten thousand trips from requesting all its cells.
 */
const MOST_WISHES = 400
/**
 * Maximum look-ups with requests that are not written yet. If the database is so slow that there are more, further requests
 * are dropped. The next look-up of the same points requests them again.
 */
const MOST_PENDING = 50

/**
 * Returns stored answers of the operator's geocoder. For other points, returns addresses from the bundled data. Missing
 * addresses are queued in the background for a job, so that the next look-up finds them.
 */
export class KeptGeocoder implements Geocoder, BeforeApplicationShutdown {
  #pending = 0
  #written: Promise<void> = Promise.resolve()

  constructor(
    private readonly offline: Geocoder,
    private readonly kept: KeptAddressesRepository,
    private readonly logger: Logger,
  ) {}

  async lookUp(points: readonly Point[], asker: Asker): Promise<Address[]> {
    const cells = distinctCells(points)
    const rows = await this.kept.find(asker, cells)
    const keptOf = new Map(rows.map((row) => [keyOf(row), row]))
    const lasting = distinctCells(points.filter(({ moving }) => !moving))
    const missing = lasting.filter((cell) => !keptOf.get(keyOf(cell))?.is_answered && !keptOf.get(keyOf(cell))?.was_seen)
    if (missing.length > 0) this.wish(asker, missing.slice(0, MOST_WISHES))
    const answers = points.map((point) => keptOf.get(keyOf(cellOf(point))))
    const others = await this.offline.lookUp(
      points.filter((_, at) => !answers[at]?.address),
      asker,
    )
    return answers.map((kept) => {
      if (!kept?.address) return others.shift() ?? { address: null, city: null, country: null }
      const { address, city, country } = kept
      return { address, city, country: country && countryName(country, asker.locale) }
    })
  }

  /** Waits until queued requests are written. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#written
  }

  /** Writes one request after the other, so that they use only one connection. */
  private wish(asker: Asker, cells: Parameters<KeptAddressesRepository['wish']>[1]): void {
    if (this.#pending >= MOST_PENDING) return
    this.#pending += 1
    this.#written = this.#written
      .then(() => this.kept.wish(asker, cells, { locales: [asker.locale], wasSeen: true }))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'addresses could not be asked for'))
      .finally(() => (this.#pending -= 1))
  }
}
