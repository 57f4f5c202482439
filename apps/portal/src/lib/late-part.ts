import { type ComponentType, lazy } from 'react'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** Retries loading, with growing pauses, until it succeeds. */
async function untilThere<Loaded>(load: () => Promise<Loaded>, pauseMs = FIRST_PAUSE_MS): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return untilThere(load, Math.min(2 * pauseMs, LONGEST_PAUSE_MS))
  }
}

/**
 * Creates an optional part of the page's frame. It is rendered as soon as its file has loaded. Until then, the frame works
 * without it.
 */
export const latePart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilThere(load) }))
