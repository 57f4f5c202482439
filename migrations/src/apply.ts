import { pause } from '@roadbook/platform'
import type { DataSource } from 'typeorm'
import { type LockWait, LockWatch } from './lock-watch.js'
import type { Ask } from './timescale.js'

/** Limits for the time that the migrations and other users of a table wait for each other. */
export interface Patience {
  /**
   * Longest wait of a statement for a lock, in milliseconds. Meanwhile, other users' statements on the table must wait,
   * too.
   */
  lockTimeoutMs: number
  /** Pause before the next attempt, in milliseconds. During the pause, the other users' statements can run. */
  pauseMs: number
  /** Maximum number of attempts of one step. */
  attempts: number
  /** Receives a sentence for the operator when a step waits for other users. */
  notify(sentence: string): void
}

/** Default limits. Other users never wait for longer than two seconds at a time. A step gives up after about five minutes. */
export const PATIENCE: Patience = {
  lockTimeoutMs: 2_000,
  pauseMs: 5_000,
  attempts: 42,
  notify: () => undefined,
}

/**
 * Error of a step that did not get its lock. The step has changed nothing, so the next `migrate` continues with this step.
 */
export class TableInUse extends Error {
  override name = 'TableInUse'

  constructor(step: string, wait: LockWait | undefined, { attempts, lockTimeoutMs }: Patience) {
    const times = attempts === 1 ? 'once' : `${attempts} times`
    const end = wait ? ` (${wait.pids.map((pid) => `SELECT pg_terminate_backend(${pid})`).join('; ')})` : ''
    super(
      `${step} waited ${times} for ${lockTimeoutMs / 1_000} s ${forLock(wait)}, and gave up: ${heldBy(wait)}.\n` +
        `Wait until that session ends, or end it${end}. Then run migrate again: it goes on with this step.`,
    )
  }
}

const forLock = (wait: LockWait | undefined) => (wait?.table ? `for a lock on ${wait.table}` : 'for a lock')
const heldBy = (wait: LockWait | undefined) =>
  wait ? `it is held by ${wait.holders.join('; ')}` : 'who held it was not seen (SELECT * FROM pg_locks)'

/**
 * Runs those migrations of the data source that the database has not run, and then `finish`. If a statement does not get
 * its lock in time, its step is rolled back and tried again after a pause. The session must be the only one of its pool.
 * @throws TableInUse if a step never got its lock
 */
export async function applyMigrations(
  source: DataSource,
  { databaseUrl, finish, patience }: { databaseUrl: string; finish: () => Promise<void>; patience: Patience },
): Promise<void> {
  const ask: Ask = (statement, values) => source.query(statement, values)
  const [session] = await ask<{ pid: number }>("SELECT pg_backend_pid() AS pid, set_config('lock_timeout', $1, false)", [
    String(patience.lockTimeoutMs),
  ])
  let seen: LockWait | undefined
  let named = ''
  const see = (wait: LockWait) => {
    seen = wait
    if (named !== String(wait.pids)) patience.notify(`Waiting ${forLock(wait)}: ${heldBy(wait)}`)
    named = String(wait.pids)
  }
  let attempt = { step: '', number: 0 }
  for (;;) {
    const watch = new LockWatch(databaseUrl, session!.pid, patience.lockTimeoutMs / 4, see)
    try {
      await source.runMigrations()
      return await finish()
    } catch (error) {
      if (!isOutOfLuck(error)) throw error
      const step = await nextStep(source, ask)
      attempt = { step, number: attempt.step === step ? attempt.number + 1 : 1 }
      if (attempt.number >= patience.attempts) throw new TableInUse(step, seen, patience)
    } finally {
      await watch.stop()
    }
    await pause(patience.pauseMs)
  }
}

/** Returns true if a lock was not granted in time, or if PostgreSQL ended our transaction to resolve a deadlock. */
const isOutOfLuck = (error: unknown): boolean => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

/** Returns the name of the first migration that the database has not run. */
async function nextStep(source: DataSource, ask: Ask): Promise<string> {
  const ran = new Set((await ask<{ name: string }>('SELECT name FROM schema_migrations')).map(({ name }) => name))
  return source.migrations.find(({ name }) => !ran.has(name ?? ''))?.name ?? 'Granting rights to the processes'
}
