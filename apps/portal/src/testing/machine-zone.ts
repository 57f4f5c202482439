import { runInThisContext } from 'node:vm'

// Jest gives a test a copy of the environment, which sets no clock: this is the one of the process.
const { env } = runInThisContext('process') as NodeJS.Process

/** Zones of machines on which a day of a profile comes out the same, on whatever day and at whatever hour their own clocks change. */
export const MACHINE_ZONES = [
  ...['UTC', 'Europe/London', 'Europe/Amsterdam', 'America/New_York', 'America/Nuuk', 'America/Santiago'],
  ...['Atlantic/Azores', 'Australia/Sydney', 'Pacific/Auckland'],
] as const

const SEASONS = [new Date('2027-01-15T12:00:00Z'), new Date('2027-07-15T12:00:00Z')]

/** Does something as a browser on a machine of a zone would; afterwards the machine is where it was. */
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
