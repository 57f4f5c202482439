import FlatQueue from 'flatqueue'
import type { Mode, RoadNetwork, Spot } from './road-network.js'

/**
 * Returns the road distance in metres from one spot to each of several spots. The distance is undefined when there is no way
 * of at most `limitM` to a spot.
 * @source E. W. Dijkstra, A note on two problems in connexion with graphs, 1959
 */
export function shortestWays(
  network: RoadNetwork,
  from: Spot,
  targets: readonly Spot[],
  mode: Mode,
  limitM: number,
): (number | undefined)[] {
  const ways = targets.map((to) => network.alongOne(from, to, mode))
  const wanted = new Map<number, { target: number; metres: number }[]>()
  for (const [target, to] of targets.entries())
    for (const { node, metres } of network.endsOf(to, mode, true))
      wanted.set(node, [...(wanted.get(node) ?? []), { target, metres }])
  const reached = new Map<number, number>()
  const queue = new FlatQueue<number>()
  for (const { node, metres } of network.endsOf(from, mode)) queue.push(node, metres)
  // Distance at which the search ends. Every way that is still missing, or that could still become shorter, is at most this
  // long.
  const farthest = () => Math.max(...ways.map((way) => Math.min(way ?? limitM, limitM)))
  let until = farthest()
  for (let at = queue.peekValue(); at !== undefined && at <= until; at = queue.peekValue()) {
    const node = queue.pop()!
    if (reached.has(node)) continue
    reached.set(node, at)
    for (const { target, metres } of wanted.get(node) ?? []) {
      const way = at + metres
      if (way <= limitM && way < (ways[target] ?? Infinity)) ways[target] = way
      until = farthest()
    }
    for (const step of network.stepsFrom(node, mode)) if (!reached.has(step.to)) queue.push(step.to, at + step.metres)
  }
  return ways
}
