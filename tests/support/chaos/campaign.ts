import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sized } from '@roadbook/testing/proof'

/** Size of a run. It is small in `npm test`. In `npm run proof kills` CHAOS_KILLS and CHAOS_RECORDS set it. */
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

/**
 * Writes the figures of the running file as one line of JSON, for people and for `npm run proof`. Jest adds nothing to this
 * line.
 */
export function reportFigures(figures: Record<string, unknown>): void {
  const figuresOf = path.relative(root, expect.getState().testPath ?? '')
  process.stdout.write(`\n${JSON.stringify({ figuresOf, ...figures })}\n`)
}

export interface Victim {
  name: string
  kills: number
  /** Resolves when the process works again. The next kill then hits a running process. */
  isBack(): Promise<void>
  kill(): Promise<void>
  /** Maximum time until the next kill, milliseconds. */
  livesMs: number
}

/**
 * Kills each victim the given number of times at random moments that the seed determines. Each victim has its own schedule,
 * so several of them may die at the same time. After every kill, calls `onKill` with the victim's name.
 */
export async function killAtRandom(
  victims: readonly Victim[],
  random: () => number,
  onKill: (name: string) => void,
): Promise<void> {
  await Promise.all(
    victims.map(async ({ name, kills, isBack, kill, livesMs }) => {
      for (let count = 0; count < kills; count++) {
        // One kill in eight comes while the process is still starting.
        if (random() > 1 / 8) await isBack()
        // Sleep: the kill must come at a random moment, and no test depends on the length of the pause.
        await pause(random() * livesMs)
        await kill()
        onKill(name)
      }
    }),
  )
}
