import type { EventLog, LogReader } from '@roadbook/event-log'
import type pg from 'pg'

export type Status = 'ok' | 'warn' | 'fail'

/** Finding: the result of a check. It is one line for people, and a remedy if something is wrong. */
export interface Finding {
  check: string
  status: Status
  text: string
  remedy?: string
}

/** Patient: the installation that is examined. */
export interface Patient {
  environment: Readonly<Record<string, string | undefined>>
  now: () => number
  /** Undefined if the address of the database is not known. */
  pool: pg.Pool | undefined
  databaseUrl: string | undefined
  /** Undefined if the log cannot be opened. For example, it may need a database whose address is not known. */
  log: (EventLog & LogReader) | undefined
  /**
   * Process ids and health ports, by name, of the single-machine product that runs on this machine. Undefined if none runs.
   */
  local: { processes: Readonly<Record<string, number>>; health: Readonly<Record<string, number>> } | undefined
  /** Folder in which a single-machine installation keeps everything. */
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

/** A check of one aspect. If it rejects, it counts as failed, with the error's message. */
export type Check =
  | { name: string; needs?: undefined; look(patient: Patient): Promise<Omit<Finding, 'check'>[]> }
  | { name: string; needs: 'database'; look(patient: WithDatabase): Promise<Omit<Finding, 'check'>[]> }
  | { name: string; needs: 'event log'; look(patient: WithLog): Promise<Omit<Finding, 'check'>[]> }

export const ok = (text: string): Omit<Finding, 'check'> => ({ status: 'ok', text })
export const warn = (text: string, remedy: string): Omit<Finding, 'check'> => ({ status: 'warn', text, remedy })
export const fail = (text: string, remedy: string): Omit<Finding, 'check'> => ({ status: 'fail', text, remedy })
