import { type ComponentType, lazy } from 'react'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 60_000

/** Loads again, with growing pauses, what is out of reach. */
async function untilThere<Loaded>(load: () => Promise<Loaded>, pauseMs = FIRST_PAUSE_MS): Promise<Loaded> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return untilThere(load, Math.min(2 * pauseMs, LONGEST_PAUSE_MS))
  }
}

/** What the frame draws and can stand without: its file comes when it comes, and the frame does not fail where it does not. */
export const latePart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await untilThere(load) }))
