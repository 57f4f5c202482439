import { Migration } from './migration.js'

/** Counts the packets of an untrusted sender that are not stored, because the maximum number is stored already. */
export class PacketsNotKept1763700000057 extends Migration {
  readonly steps = [counted]
}

const counted = `
ALTER TABLE doubted_senders ADD COLUMN packets_not_kept int NOT NULL DEFAULT 0 CHECK (packets_not_kept >= 0);
`
