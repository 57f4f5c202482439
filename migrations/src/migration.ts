import type { MigrationInterface, QueryRunner } from 'typeorm'
import { rulesOf } from './rules.js'

/** Replaces the functions of one subject by what stands in `migrations/rules` now. */
export interface RulesStep {
  rules: string
}
export type Step = string | [statement: string, values?: unknown[]] | RulesStep

/**
 * A step forward of the schema, in one transaction. Databases remember it by the name of its class and never take it again, so it stays
 * as it is (`steps.lock`); nothing goes back.
 */
export abstract class Migration implements MigrationInterface {
  readonly name = this.constructor.name
  /** Its statements, in order, some with their values. One that has to ask the database first does so in {@link up}. */
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
  // On a new database the text is newer than this step: it may name a column that a later one adds.
  return runner.query(`SET LOCAL check_function_bodies = off; ${rulesOf(step.rules)}; SET LOCAL check_function_bodies TO DEFAULT`)
}
