import { type ComponentType, lazy } from 'react'
import { isOtherBuildOffered } from './new-version.js'

const FIRST_PAUSE_MS = 2_000
/** Maximum pause in ms for an optional part. */
const LONGEST_PAUSE_MS = 60_000
/** Maximum pause in ms for a part that the user waits for. It is short, so that a screen is back within 5 s (T-08). */
const LONGEST_WAIT_MS = 4_000

/** Thrown if a script did not load, because a new release removed the script or the connection is too slow. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError'
}

/** Rules for retries. */
interface Retries {
  /** Maximum pause in ms. */
  longestMs: number
  /** Returns whether the file was removed, so that retries are useless. */
  isRemoved?: () => Promise<boolean>
}

/** Retries loading, with growing pauses, until it succeeds. Throws ChunkLoadError if the file was removed. */
async function untilThere<Loaded>(load: () => Promise<Loaded>, retries: Retries, pauseMs = FIRST_PAUSE_MS): Promise<Loaded> {
  try {
    return await load()
  } catch (cause) {
    if (await retries.isRemoved?.()) throw new ChunkLoadError('not available', { cause })
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return untilThere(load, retries, Math.min(2 * pauseMs, retries.longestMs))
  }
}

/**
 * Creates an optional part of the page's frame. It is rendered as soon as its file has loaded. Until then, the frame works
 * without it.
 */
export const latePart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilThere(load, { longestMs: LONGEST_PAUSE_MS }) }))

/**
 * Creates a part that the user opens on a screen. It is rendered as soon as its file has loaded, also after a time without a
 * connection. Fails with ChunkLoadError if a new release has removed the file, so that the page offers a reload.
 */
export const screenPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilThere(load, { longestMs: LONGEST_WAIT_MS, isRemoved: isOtherBuildOffered }) }))
