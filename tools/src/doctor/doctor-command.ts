import { logOptionsOf, openEventLog, type OpenEventLog } from '@roadbook/event-log'
import { createPool, eventLogShape, readConfiguration, within } from '@roadbook/platform'
import { Command } from 'commander'
import type pg from 'pg'
import { wrapped } from '../replay/report.js'
import { DataDirectory } from '../start/data-directory.js'
import { addressesOf, runningProduct } from '../with-database.js'
import type { Finding, Patient, Status } from './check.js'
import { CHECKS } from './checks/index.js'
import { examine } from './examine.js'

/**
 * Maximum time for closing the connections, in milliseconds. Only a connection to a server that does not answer takes longer.
 */
const CLOSING_MS = 3_000

/** `roadbook doctor`: reports problems of this installation and how to solve them. */
export function doctorCommand(): Command {
  return new Command('doctor')
    .description('say what is wrong with the installation, and how to mend it; exit code 1 when something is')
    .option('--json', 'one JSON object instead of lines for people', false)
    .action(async ({ json }: { json: boolean }) => {
      const { patient, close } = await openPatient()
      try {
        const findings: Finding[] = []
        for await (const finding of examine(patient, CHECKS)) {
          findings.push(finding)
          if (!json) for (const line of describeFinding(finding)) console.log(line)
        }
        const status = worst(findings)
        if (json) console.log(JSON.stringify({ status, findings }, null, 2))
        else console.log(summary(findings))
        if (status === 'fail') process.exitCode = 1
      } finally {
        await within(CLOSING_MS, close())
      }
      // A check that timed out may still be running. The user does not have to wait for it.
      process.exit()
    })
}

/** Opens the database and the log if possible. The checks report what is unavailable. */
async function openPatient(): Promise<{ patient: Patient; close: () => Promise<void> }> {
  const data = new DataDirectory()
  const runtime = runningProduct(data)
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL } = addressesOf(runtime)
  const pool =
    databaseUrl === undefined
      ? undefined
      : createPool({ url: databaseUrl, name: 'roadbook-doctor', max: 4, statementTimeoutMs: 20_000 })
  const log = await openLog(pool)
  const patient: Patient = {
    environment: { ...process.env, DATABASE_DIRECT_URL },
    now: Date.now,
    pool,
    databaseUrl,
    log,
    local: runtime && { processes: runtime.processes, health: runtime.health ?? {} },
    dataDirectory: data.path,
  }
  return {
    patient,
    close: async () => {
      await log?.close()
      await pool?.end()
    },
  }
}

/**
 * Opens the event log. Undefined without a database, or if the log's variables are wrong. The check of the configuration
 * reports wrong variables.
 */
async function openLog(pool: pg.Pool | undefined): Promise<OpenEventLog | undefined> {
  try {
    const configuration = readConfiguration(eventLogShape)
    const options = { ...logOptionsOf(configuration), clientId: 'roadbook-doctor', ...(pool && { pool }) }
    return configuration.EVENT_LOG === 'postgres' && !pool ? undefined : await openEventLog(configuration.EVENT_LOG, options)
  } catch {
    return undefined
  }
}

const TEXT_COLUMN = 23

/** Formats a finding: a line of at most 100 characters, and the remedy below. */
export function describeFinding({ check, status, text, remedy }: Finding): string[] {
  const lines = wrapped(`${status.padEnd(5)} ${check.padEnd(16)} ${text}`, TEXT_COLUMN)
  return remedy ? [...lines, ...wrapped(`${' '.repeat(TEXT_COLUMN)}→ ${remedy}`, TEXT_COLUMN + 2)] : lines
}

export function worst(findings: readonly Finding[]): Status {
  for (const status of ['fail', 'warn'] as const) if (findings.some((one) => one.status === status)) return status
  return 'ok'
}

function summary(findings: readonly Finding[]): string {
  const count = (status: Status) => findings.filter((one) => one.status === status).length
  const [failed, warned] = [count('fail'), count('warn')]
  if (failed === 0 && warned === 0) return 'everything is well'
  return `${failed} to mend, ${warned} to look at`
}
