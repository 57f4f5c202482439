import type { Box, ClusterPoints, MapItem } from './cluster-index.js'
import type { ClusterService } from './cluster-service.js'

/**
 * Minimum interval in milliseconds between two clusterings of a moving fleet. Until the next clustering, single markers
 * glide.
 */
const REBUILD_MS = 800

export interface ViewSource {
  points: () => ClusterPoints
  /** Returns the current view. Undefined while the layer is not on a map. */
  view: () => { box: Box; zoom: number } | undefined
  /** Called when there are new items to draw. */
  onRead: () => void
}

/** Clusters and single markers in view. They are clustered again when vehicles move, and read again when the view changes. */
export class ItemsInView {
  items: readonly MapItem[] = []
  /** Vehicles outside any cluster. */
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
    // The wait is limited, because the clock may be corrected by a large step.
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

  /** Reads the items in view. If several reads are requested, only the last one takes effect. */
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
