import type { StoredFrame } from '../log/stored-frame.js'
import type { FrameSource, Selection } from './selection.js'

/** Maximum size of the frames that are in memory at the same time, in bytes. */
const MOST_BYTES = 128 * 1024 * 1024
/** Estimated memory of a frame in bytes, without the frame's own bytes. */
const OVERHEAD_BYTES = 1_000

/**
 * Yields the frames of one tracker after the other. In the log the trackers are mixed. The log is therefore read once to
 * count the frames of each tracker. Then trackers whose frames fit into memory together are grouped, and the log is read
 * once for each group.
 */
export async function* byTracker(
  source: FrameSource,
  selection: Selection,
  mostBytes = MOST_BYTES,
): AsyncGenerator<{ imei: string; frames: StoredFrame[] }> {
  const sizes = new Map<string, number>()
  let first: Map<string, StoredFrame[]> | undefined = new Map()
  let total = 0
  for await (const frame of source.frames(selection)) {
    const bytes = sizeOf(frame)
    sizes.set(frame.imei, (sizes.get(frame.imei) ?? 0) + bytes)
    total += bytes
    if (total > mostBytes) first = undefined
    else if (first) add(first, frame)
  }
  if (first) {
    yield* inOrder(first)
    return
  }
  for (const imeis of grouped(sizes, mostBytes)) {
    const frames = new Map<string, StoredFrame[]>()
    for await (const frame of source.frames({ ...selection, imeis })) add(frames, frame)
    yield* inOrder(frames)
  }
}

function* inOrder(frames: ReadonlyMap<string, StoredFrame[]>): Generator<{ imei: string; frames: StoredFrame[] }> {
  for (const imei of [...frames.keys()].sort()) yield { imei, frames: frames.get(imei)! }
}

function add(frames: Map<string, StoredFrame[]>, frame: StoredFrame): void {
  const own = frames.get(frame.imei)
  if (own) own.push(frame)
  else frames.set(frame.imei, [frame])
}

function* grouped(sizes: ReadonlyMap<string, number>, mostBytes: number): Generator<string[]> {
  let group: string[] = []
  let bytes = 0
  for (const imei of [...sizes.keys()].sort()) {
    const own = sizes.get(imei)!
    if (group.length > 0 && bytes + own > mostBytes) {
      yield group
      group = []
      bytes = 0
    }
    group.push(imei)
    bytes += own
  }
  if (group.length > 0) yield group
}

/** Estimates a frame's memory. Fixes in memory take about four times their size in the packet. */
const sizeOf = ({ raw, message }: StoredFrame): number =>
  OVERHEAD_BYTES + (raw?.length ?? 0) + 5 * (message?.value.length ?? raw?.length ?? 0)
