import { Migration } from './migration.js'

/** What a plan needs next, also where nobody can tell the day: how far its vehicles may still ride; and as of when that was found. */
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
