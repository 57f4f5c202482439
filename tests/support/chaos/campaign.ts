import { setTimeout as pause } from 'node:timers/promises'

/** What a long form is asked for by `tools/chaos.mjs`; the short form's numbers otherwise. */
export interface Campaign {
  seed: number
  kills: number
  records: number
  isLong: boolean
}

export function campaign(short: { kills: number; records: number }): Campaign {
  const { CHAOS_SEED, CHAOS_KILLS, CHAOS_RECORDS } = process.env
  return {
    seed: Number(CHAOS_SEED ?? 20_251_121),
    kills: Number(CHAOS_KILLS ?? short.kills),
    records: Number(CHAOS_RECORDS ?? short.records),
    isLong: CHAOS_KILLS !== undefined || CHAOS_RECORDS !== undefined,
  }
}

/** One JSON line for people and programs, around Jest's own output. */
export const tell = (result: Record<string, unknown>): void => void process.stdout.write(`\n${JSON.stringify(result)}\n`)

export interface Victim {
  name: string
  kills: number
  /** Resolves when it works again, so that the next kill hits something that lives. */
  isBack(): Promise<void>
  kill(): Promise<void>
  /** How long it may live before the next kill, at most. */
  livesMs: number
}

/**
 * Kills each victim so often at moments that only the seed knows, each by its own clock, so that they also die together.
 * `onKill` is told after every kill who it was.
 */
export async function killAtRandom(
  victims: readonly Victim[],
  random: () => number,
  onKill: (name: string) => void,
): Promise<void> {
  await Promise.all(
    victims.map(async ({ name, kills, isBack, kill, livesMs }) => {
      for (let count = 0; count < kills; count++) {
        // Every eighth dies while it is still starting.
        if (random() > 1 / 8) await isBack()
        await pause(random() * livesMs)
        await kill()
        onKill(name)
      }
    }),
  )
}
