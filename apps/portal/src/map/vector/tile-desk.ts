import type { ReadTile, TilePainter } from './tile-painter.js'
import { placeKey, type SizedPlace } from './tile-place.js'

/**
 * Maximum time in milliseconds that loaded tiles wait for the others of the view, so that each tile is painted only once,
 * with all its names.
 */
const WAIT_FOR_OTHERS_MS = 250
/** Number of tiles that are painted in one batch. New requests are handled between batches. */
const TILES_A_TURN = 4

interface Wanted {
  place: SizedPlace
  read?: ReadTile
}

export interface DeskEvents {
  /** Paints a tile that is ready. */
  onReady: (id: number, place: SizedPlace, read: ReadTile) => void
  onFailed: (id: number) => void
}

/**
 * Queue of the tiles that a map shows or waits for. Tiles of one view are painted together after their data has arrived,
 * because names of one tile extend into its neighbours. Requests are handled between batches, so that tiles of a view that
 * the user has left are not painted any more.
 */
export class TileDesk {
  private readonly wanted = new Map<number, Wanted>()
  private readonly reading = new Set<number>()
  private readonly due = new Set<number>()
  private waiting: ReturnType<typeof setTimeout> | undefined
  private isPainting = false

  constructor(
    private readonly painter: Pick<TilePainter, 'read'>,
    private readonly events: DeskEvents,
    private readonly wait: (work: () => void, milliseconds: number) => ReturnType<typeof setTimeout> = (work, milliseconds) =>
      setTimeout(work, milliseconds),
  ) {}

  /** Paints this tile, and again whenever names extend into it, until `forget`. */
  want(id: number, place: SizedPlace): void {
    const tile: Wanted = { place }
    this.wanted.set(id, tile)
    this.reading.add(id)
    this.painter.read(place).then(
      (read) => {
        if (this.wanted.get(id) !== tile) return
        tile.read = read
        this.due.add(id)
        this.settle(id)
      },
      () => {
        if (this.wanted.get(id) !== tile) return
        this.wanted.delete(id)
        this.events.onFailed(id)
        this.settle(id)
      },
    )
  }

  forget(id: number): void {
    this.wanted.delete(id)
    this.due.delete(id)
    this.settle(id)
  }

  /** Reads all tiles again from memory, to paint them with another look. */
  wantAgain(): void {
    for (const [id, { place }] of this.wanted) this.want(id, place)
  }

  /** Repaints these tiles, because their names have changed. */
  outdate(keys: ReadonlySet<string>): void {
    for (const [id, { place, read }] of this.wanted) if (read && keys.has(placeKey(place))) this.due.add(id)
    this.schedule()
  }

  private settle(id: number): void {
    this.reading.delete(id)
    this.schedule()
  }

  private schedule(): void {
    if (this.due.size === 0 || this.isPainting) return
    if (this.reading.size === 0) this.paintAll()
    else this.waiting ??= this.wait(() => this.paintAll(), WAIT_FOR_OTHERS_MS)
  }

  private paintAll(): void {
    clearTimeout(this.waiting)
    this.waiting = undefined
    this.isPainting = true
    this.paintSome()
  }

  private paintSome(): void {
    for (const id of [...this.due].slice(0, TILES_A_TURN)) {
      this.due.delete(id)
      const tile = this.wanted.get(id)
      if (tile?.read) this.events.onReady(id, tile.place, tile.read)
    }
    if (this.due.size > 0) this.wait(() => this.paintSome(), 0)
    else this.isPainting = false
  }
}
