import type { Box, ClusterPoints, MapItem } from './cluster-index.js'
import type { ClusterService } from './cluster-service.js'

/** Positions of a moving fleet are clustered anew this often at most; single markers glide in between. */
const REBUILD_MS = 800

export interface ViewSource {
  points: () => ClusterPoints
  /** What is looked at; undefined while the layer is on no map. */
  view: () => { box: Box; zoom: number } | undefined
  /** There are new items to draw. */
  onRead: () => void
}

/** The clusters and single markers in view: clustered anew as vehicles move, read anew as the view does. */
export class ItemsInView {
  items: readonly MapItem[] = []
  /** The vehicles among them that stand alone. */
  singles: ReadonlySet<number> = new Set()
  private builtAt = 0
  private isBuilding = false
  private isStale = true
  private rebuildTimer: ReturnType<typeof setTimeout> | undefined
  private questions = 0

  constructor(
    private readonly clusters: ClusterService,
    private readonly source: ViewSource,
    private readonly now: () => number,
  ) {}

  rebuildSoon(): void {
    this.isStale = true
    if (this.isBuilding || this.rebuildTimer !== undefined) return
    // A clock that is put right leaps, and nobody waits for that long.
    const wait = Math.min(REBUILD_MS, Math.max(0, this.builtAt + REBUILD_MS - this.now()))
    this.rebuildTimer = setTimeout(() => this.rebuild(), wait)
  }

  rebuild(): void {
    this.stop()
    this.isStale = true
    if (this.isBuilding || !this.source.view()) return
    this.isBuilding = true
    this.isStale = false
    void this.clusters.load(this.source.points()).then(() => {
      this.isBuilding = false
      this.builtAt = this.now()
      this.read()
      if (this.isStale) this.rebuildSoon()
    })
  }

  /** Reads what is in view; of several questions only the last is answered. */
  read(): void {
    const view = this.source.view()
    if (!view) return
    this.questions += 1
    const question = this.questions
    void this.clusters.query(view.box, view.zoom).then((items) => {
      if (question !== this.questions || !this.source.view()) return
      this.items = items
      this.singles = new Set(items.flatMap((item) => (item.kind === 'single' ? item.entityId : [])))
      this.source.onRead()
    })
  }

  stop(): void {
    clearTimeout(this.rebuildTimer)
    this.rebuildTimer = undefined
  }
}
