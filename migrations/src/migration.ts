import type { MigrationInterface, QueryRunner } from 'typeorm'

export type Step = string | [statement: string, values?: unknown[]]

/**
 * A step forward of the schema, in one transaction. Databases remember it by the name of its class and never take it again, so it stays
 * as it is (`steps.lock`); nothing goes back.
 */
export abstract class Migration implements MigrationInterface {
  readonly name = this.constructor.name
  /** Its statements, in order, some with their values. One that has to ask the database first does so in {@link up}. */
  abstract readonly steps: readonly Step[]

  async up(runner: QueryRunner): Promise<void> {
    for (const step of this.steps) await (typeof step === 'string' ? runner.query(step) : runner.query(...step))
  }

  async down(): Promise<void> {
    throw new Error('migrations only go forward')
  }
}
