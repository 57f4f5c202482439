import { Migration } from './migration.js'

/**
 * Adds the remaining distance until a plan's next service, and the time of that evaluation. It is for plans whose due day
 * cannot be calculated.
 */
export class WhatPlansNeedNext1763700000069 extends Migration {
  readonly steps = [columns]
}

const columns = `
ALTER TABLE maintenance_plans
  -- of the vehicle that is nearest; below zero where it is over
  ADD COLUMN next_left_m bigint,
  -- an evaluation that began before this knows less
  ADD COLUMN next_found_at timestamptz;
`
