import type { MigrationInterface, QueryRunner } from 'typeorm'
import { rulesOf } from './rules.js'

/** Step that replaces the functions of one subject by those in `migrations/rules` now. */
export interface RulesStep {
  rules: string
}
export type Step = string | [statement: string, values?: unknown[]] | RulesStep

/**
 * Forward change of the schema, in one transaction. Databases record it by its class name and never run it again, so it must not
 * change (`steps.lock`). There is no way back.
 */
export abstract class Migration implements MigrationInterface {
  readonly name = this.constructor.name
  /** Statements in order, some with values. A migration that must query the database first does so in {@link up}. */
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
  // On a new database the file is newer than this step and may name a column that a later step adds.
  return runner.query(`SET LOCAL check_function_bodies = off; ${rulesOf(step.rules)}; SET LOCAL check_function_bodies TO DEFAULT`)
}
