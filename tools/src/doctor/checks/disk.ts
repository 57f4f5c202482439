import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { consumerShape } from '@roadbook/consumer/configuration'
import { readConfiguration } from '@roadbook/platform'
import type { Check, Patient } from '../check.js'
import { warn } from '../check.js'
import { forecastDisk, type DiskFacts } from '../disk-forecast.js'
import { readGrowth, type Growth } from '../growth.js'
import { bytesText } from '../../log/describe-stats.js'

/** Checks whether the disk has room, and forecasts when it will be full. */
export const disk: Check = {
  name: 'disk',
  look: async (patient) => {
    const { environment, now } = patient
    const { RETENTION_MONTHS: retentionMonths } = readConfiguration(
      { RETENTION_MONTHS: consumerShape.RETENTION_MONTHS },
      environment,
    )
    const growth = await growthOf(patient)
    const folder = await dataFolder(patient)
    if (!folder) return [unseen(growth)]
    const { bavail, blocks, bsize } = await statfs(folder)
    const facts: DiskFacts = { freeBytes: bavail * bsize, totalBytes: blocks * bsize, retentionMonths, now: now(), ...growth }
    return forecastDisk(facts)
  },
}

/**
 * Reads how fast the data grow. Returns undefined if the database is unavailable. The free space is then still reported,
 * and another check reports the database.
 */
async function growthOf({ pool, log, environment, now }: Patient): Promise<Growth | undefined> {
  if (!pool) return undefined
  const isLogHere = (environment.EVENT_LOG || 'postgres') === 'postgres'
  try {
    return await readGrowth(pool, isLogHere ? log : undefined, now())
  } catch {
    return undefined
  }
}

function unseen(growth: Growth | undefined) {
  const { waypointBytes, waypointBytesPerDay = 0 } = growth ?? {}
  const holds =
    waypointBytes === undefined ? '' : `: ${bytesText(waypointBytes)} of waypoints, ${bytesText(waypointBytesPerDay)} a day more`
  return warn(
    `the database is on another machine, whose disk is not seen from here${holds}`,
    'run doctor there too, or watch its disk with what watches the machine',
  )
}

/** Returns the folder of the database if it is on this machine. */
async function dataFolder({ pool, databaseUrl, dataDirectory, local }: Patient): Promise<string | undefined> {
  if (local || databaseUrl === undefined) return dataDirectory
  const isHere = /^(localhost|127\.|\[?::1\]?$)/.test(new URL(databaseUrl).hostname)
  if (!isHere || !pool) return undefined
  try {
    const { rows } = await pool.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder")
    const folder = rows[0]?.folder
    return folder && existsSync(folder) ? folder : undefined
  } catch {
    // Either the role has no right to read the setting, or the folder is on another machine to which a local port is
    // forwarded.
    return undefined
  }
}
