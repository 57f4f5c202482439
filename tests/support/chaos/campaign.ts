import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sized } from '@roadbook/testing/proof'

/** How much is asked of a run: of `npm test` little, of `npm run proof kills` what CHAOS_KILLS and CHAOS_RECORDS say. */
export interface Campaign {
  seed: number
  kills: number
  records: number
}

export function campaign(usual: { kills: number; records: number }): Campaign {
  const { CHAOS_SEED = '20251121', CHAOS_KILLS = '200', CHAOS_RECORDS = '1000000' } = process.env
  const { kills, records } = sized('kills', usual, { kills: Number(CHAOS_KILLS), records: Number(CHAOS_RECORDS) })
  return { seed: Number(CHAOS_SEED), kills, records }
}

const root = path.resolve(__dirname, '../../..')

/** One JSON line with the figures of the file that runs, for people and for `npm run proof`, around Jest's own output. */
export function reportFigures(figures: Record<string, unknown>): void {
  const figuresOf = path.relative(root, expect.getState().testPath ?? '')
  process.stdout.write(`\n${JSON.stringify({ figuresOf, ...figures })}\n`)
}

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
 * Calls `onKill` after every kill with the name of who died.
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
        // Sleep: it dies whatever it is doing, at a moment of no meaning; nothing is ordered by it.
        await pause(random() * livesMs)
        await kill()
        onKill(name)
      }
    }),
  )
}
