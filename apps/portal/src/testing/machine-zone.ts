import { runInThisContext } from 'node:vm'

// Environment of the process. Jest gives a test only a copy of it, which does not affect the clock.
const { env } = runInThisContext('process') as NodeJS.Process

/**
 * Time zones of the machine. The days in the profile's time zone must be the same in all of them, whenever the clocks of the
 * machine change.
 */
export const MACHINE_ZONES = [
  ...['UTC', 'Europe/London', 'Europe/Amsterdam', 'America/New_York', 'America/Nuuk', 'America/Santiago'],
  ...['Atlantic/Azores', 'Australia/Sydney', 'Pacific/Auckland'],
] as const

const SEASONS = [new Date('2027-01-15T12:00:00Z'), new Date('2027-07-15T12:00:00Z')]

/** Runs a function as on a machine in a time zone, and restores the zone afterwards. */
export function onMachineIn<Made>(zone: string, act: () => Made): Made {
  const before = env.TZ
  env.TZ = zone
  try {
    const isThere = SEASONS.every((day) => day.toLocaleString('en') === day.toLocaleString('en', { timeZone: zone }))
    if (!isThere) throw new Error(`The clocks of this machine do not follow ${zone}`)
    return act()
  } finally {
    if (before === undefined) delete env.TZ
    else env.TZ = before
  }
}
