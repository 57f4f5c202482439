import { Migration } from './migration.js'

/** Extends undo from tagging vehicles to other bulk changes. */
export class BulkChanges1763700000024 extends Migration {
  readonly steps = [bulkChanges]
}

const bulkChanges = `
ALTER TABLE tag_changes RENAME TO bulk_changes;
ALTER INDEX tag_changes_user RENAME TO bulk_changes_user;
-- What was done, for example 'user.delete'.
ALTER TABLE bulk_changes ADD COLUMN action text NOT NULL DEFAULT 'entity.tags' CHECK (action <> '');
`
