import type { MigrationInterface, QueryRunner } from 'typeorm'
import { rulesOf } from './rules.js'

/** Step that replaces the functions of one subject by the present ones in `migrations/rules`. */
export interface RulesStep {
  rules: string
}
export type Step = string | [statement: string, values?: unknown[]] | RulesStep

/**
 * Forward change of the schema, in one transaction. Databases record a migration by its class name and never run it again, so
 * it must not change (`steps.lock`). A migration cannot be reversed.
 */
export abstract class Migration implements MigrationInterface {
  readonly name = this.constructor.name
  /** Statements in order, some with values. If a migration must query the database first, it does this in {@link up}. */
  abstract readonly steps: readonly Step[]

  async up(runner: QueryRunner): Promise<void> {
    for (const step of this.steps) await take(step, runner)
  }

  async down(): Promise<void> {
    throw new Error('migrations only go forward')
  }
}

async function take(step: Step, runner: QueryRunner): Promise<unknown> {
  if (typeof step === 'string') return runner.query(step)
  if (!('rules' in step)) return runner.query(...step)
  // On a new database, the file may be newer than this step. It may then name a column that a later step adds.
  return runner.query(`SET LOCAL check_function_bodies = off; ${rulesOf(step.rules)}; SET LOCAL check_function_bodies TO DEFAULT`)
}
