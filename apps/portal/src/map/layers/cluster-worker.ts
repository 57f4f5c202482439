import { type Box, ClusterIndex, type ClusterPoints, type MapItem } from './cluster-index.js'

/** Message from the page. The answer repeats its `request`. */
export type ClusterRequest =
  | { request: number; ask: 'load'; points: ClusterPoints }
  | { request: number; ask: 'query'; box: Box; zoom: number }
  | { request: number; ask: 'members'; key: number }

export type ClusterAnswer = { request: number; items?: MapItem[]; members?: number[] }

let index: ClusterIndex | undefined

/** Answers a message. This is done in a worker, because clustering ten thousand points takes longer than a frame. */
function answer(message: ClusterRequest): ClusterAnswer {
  const { request } = message
  if (message.ask === 'load') {
    index = new ClusterIndex(message.points)
    return { request }
  }
  if (message.ask === 'query') return { request, items: index?.query(message.box, message.zoom) ?? [] }
  return { request, members: index?.members(message.key) ?? [] }
}

addEventListener('message', ({ data }: MessageEvent<ClusterRequest>) => postMessage(answer(data)))
