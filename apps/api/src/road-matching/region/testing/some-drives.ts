import { destination } from '@roadbook/geo'
import FlatQueue from 'flatqueue'
import type { TracePoint } from '../../road-matcher.js'
import type { RoadNetwork } from '../road-network.js'

/** The true place of a vehicle, second by second. */
export interface Drive {
  metres: number
  instants: readonly TracePoint[]
}

const KPH_36_MPS = 10

/**
 * Creates drives of 2 to 9 km through a network, for specs. Each drive takes a quick way, which is usually not the shortest
 * one.
 */
export function someDrives(network: RoadNetwork, count: number, random: () => number): Drive[] {
  const drives: Drive[] = []
  while (drives.length < count) {
    const nodes = quickWay(network, Math.floor(random() * network.size), random)
    const drive = nodes && drivenAlong(network, nodes)
    if (drive && drive.metres > 2_000) drives.push(drive)
  }
  return drives
}

/** Creates a tracker's readings of a drive at an interval, with the noise of a receiver. */
export const reportedOf = ({ instants }: Drive, everyS: number, noiseM: number, random: () => number): TracePoint[] =>
  instants
    .filter((_, second) => second % everyS === 0 || second === instants.length - 1)
    .map((instant) => {
      const seen = destination(instant, random() * 360, noiseM * Math.sqrt(-2 * Math.log(1 - random())))
      return { ...seen, timeS: instant.timeS }
    })

function quickWay(network: RoadNetwork, from: number, random: () => number): number[] | undefined {
  // Each stretch has its own speed. One stretch may be three times as slow as another.
  const paces = new Map<number, number>()
  const paceOf = (stretch: number) => paces.get(stretch) ?? paces.set(stretch, 1 + 2 * random()).get(stretch)!
  const [costs, before, seen] = [new Map([[from, 0]]), new Map<number, number>(), new Set<number>()]
  const queue = new FlatQueue<number>()
  queue.push(from, 0)
  for (let cost = queue.peekValue(); cost !== undefined && cost < 15_000; cost = queue.peekValue()) {
    const node = queue.pop()!
    if (seen.has(node)) continue
    seen.add(node)
    for (const { to, stretch, metres } of network.stepsFrom(node, 'motor')) {
      const total = cost + metres * paceOf(stretch)
      if (total >= (costs.get(to) ?? Infinity)) continue
      costs.set(to, total)
      before.set(to, node)
      queue.push(to, total)
    }
  }
  const far = [...seen].filter((node) => costs.get(node)! > 5_000)
  let node = far[Math.floor(random() * far.length)]
  if (node === undefined) return undefined
  const way = [node]
  for (node = before.get(node); node !== undefined; node = before.get(node)) way.unshift(node)
  return way
}

function drivenAlong(network: RoadNetwork, way: readonly number[]): Drive {
  const instants: TracePoint[] = []
  let [metres, ahead] = [0, 0]
  for (const [at, node] of way.slice(1).entries()) {
    const [from, to] = [network.placeOf(way[at]!), network.placeOf(node)]
    const step = [...network.stepsFrom(way[at]!, 'motor')].find((one) => one.to === node)!
    for (; ahead < step.metres; ahead += KPH_36_MPS) {
      const share = ahead / step.metres
      instants.push({
        latitude: from.latitude + (to.latitude - from.latitude) * share,
        longitude: from.longitude + (to.longitude - from.longitude) * share,
        timeS: instants.length,
      })
    }
    ahead -= step.metres
    metres += step.metres
  }
  return { metres, instants }
}
