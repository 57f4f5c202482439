import { Migration } from './migration.js'

/**
 * Adds the remaining distance until a plan's next service, and the time at which it was computed. Needed for plans for
 * which no due day can be computed.
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
