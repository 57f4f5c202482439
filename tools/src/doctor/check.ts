import type { EventLog, LogReader } from '@roadbook/event-log'
import type pg from 'pg'

export type Status = 'ok' | 'warn' | 'fail'

/** What a check found: one line for people, and how to mend it where it is not well. */
export interface Finding {
  check: string
  status: Status
  text: string
  remedy?: string
}

/** What is looked at. */
export interface Patient {
  environment: Readonly<Record<string, string | undefined>>
  now: () => number
  /** `undefined` where no database is known. */
  pool: pg.Pool | undefined
  databaseUrl: string | undefined
  /** `undefined` where it cannot be opened for want of a database. */
  log: (EventLog & LogReader) | undefined
  /** A single-machine product that runs here; its processes by name, and where they answer for their health. */
  local: { processes: Readonly<Record<string, number>>; health: Readonly<Record<string, number>> } | undefined
  /** Where a single-machine product keeps everything. */
  dataDirectory: string
}

/** A patient whose database answers. */
export interface WithDatabase extends Patient {
  pool: pg.Pool
  databaseUrl: string
}

/** A patient whose event log answers. */
export interface WithLog extends Patient {
  log: EventLog & LogReader
}

/** Looks at one thing. Rejecting counts as a failure with the error's message. */
export type Check =
  | { name: string; needs?: undefined; look(patient: Patient): Promise<Omit<Finding, 'check'>[]> }
  | { name: string; needs: 'database'; look(patient: WithDatabase): Promise<Omit<Finding, 'check'>[]> }
  | { name: string; needs: 'event log'; look(patient: WithLog): Promise<Omit<Finding, 'check'>[]> }

export const ok = (text: string): Omit<Finding, 'check'> => ({ status: 'ok', text })
export const warn = (text: string, remedy: string): Omit<Finding, 'check'> => ({ status: 'warn', text, remedy })
export const fail = (text: string, remedy: string): Omit<Finding, 'check'> => ({ status: 'fail', text, remedy })
