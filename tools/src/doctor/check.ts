import type { EventLog, LogReader } from '@roadbook/event-log'
import type pg from 'pg'

export type Status = 'ok' | 'warn' | 'fail'

/** Result of a check: one line for people, and a remedy if something is wrong. */
export interface Finding {
  check: string
  status: Status
  text: string
  remedy?: string
}

/** Installation under examination. */
export interface Patient {
  environment: Readonly<Record<string, string | undefined>>
  now: () => number
  /** `undefined` if no database is known. */
  pool: pg.Pool | undefined
  databaseUrl: string | undefined
  /** `undefined` if it cannot be opened without a database. */
  log: (EventLog & LogReader) | undefined
  /** Single-machine product that runs here: its process ids and health ports by name. */
  local: { processes: Readonly<Record<string, number>>; health: Readonly<Record<string, number>> } | undefined
  /** Folder in which a single-machine product keeps everything. */
  dataDirectory: string
}

/** Patient whose database answers. */
export interface WithDatabase extends Patient {
  pool: pg.Pool
  databaseUrl: string
}

/** Patient whose event log answers. */
export interface WithLog extends Patient {
  log: EventLog & LogReader
}

/** Check of one aspect. A rejection counts as a failure with the error's message. */
export type Check =
  | { name: string; needs?: undefined; look(patient: Patient): Promise<Omit<Finding, 'check'>[]> }
  | { name: string; needs: 'database'; look(patient: WithDatabase): Promise<Omit<Finding, 'check'>[]> }
  | { name: string; needs: 'event log'; look(patient: WithLog): Promise<Omit<Finding, 'check'>[]> }

export const ok = (text: string): Omit<Finding, 'check'> => ({ status: 'ok', text })
export const warn = (text: string, remedy: string): Omit<Finding, 'check'> => ({ status: 'warn', text, remedy })
export const fail = (text: string, remedy: string): Omit<Finding, 'check'> => ({ status: 'fail', text, remedy })
