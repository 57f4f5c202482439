import { type Box, ClusterIndex, type ClusterPoints, type MapItem } from './cluster-index.js'
import type { ClusterAnswer, ClusterRequest } from './cluster-worker.js'

/** Asynchronous interface of the cluster index. Answers arrive in the order of the requests. */
export interface ClusterService {
  load: (points: ClusterPoints) => Promise<void>
  query: (box: Box, zoom: number) => Promise<MapItem[]>
  members: (key: number) => Promise<number[]>
  close: () => void
}

/** Runs the index in this thread, for browsers without workers. */
export function inlineClusterService(): ClusterService {
  let index: ClusterIndex | undefined
  return {
    load: async (points) => {
      index = new ClusterIndex(points)
    },
    query: async (box, zoom) => index?.query(box, zoom) ?? [],
    members: async (key) => index?.members(key) ?? [],
    close: () => undefined,
  }
}

type Question = ClusterRequest extends infer Each ? (Each extends ClusterRequest ? Omit<Each, 'request'> : never) : never

/** Runs the index in a worker. */
export function workerClusterService(worker: Worker): ClusterService {
  const waiting = new Map<number, (answer: ClusterAnswer) => void>()
  let requests = 0
  worker.onmessage = ({ data }: MessageEvent<ClusterAnswer>) => {
    waiting.get(data.request)?.(data)
    waiting.delete(data.request)
  }
  const ask = (question: Question, transfer: Transferable[] = []) =>
    new Promise<ClusterAnswer>((resolve) => {
      requests += 1
      waiting.set(requests, resolve)
      worker.postMessage({ request: requests, ...question }, transfer)
    })
  return {
    async load(points) {
      const { entityIds, longitudes, latitudes, states } = points
      await ask({ ask: 'load', points }, [entityIds.buffer, longitudes.buffer, latitudes.buffer, states.buffer] as ArrayBuffer[])
    },
    query: async (box, zoom) => (await ask({ ask: 'query', box, zoom })).items ?? [],
    members: async (key) => (await ask({ ask: 'members', key })).members ?? [],
    close: () => worker.terminate(),
  }
}

export function createClusterService(): ClusterService {
  if (typeof Worker === 'undefined') return inlineClusterService()
  return workerClusterService(new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' }))
}
