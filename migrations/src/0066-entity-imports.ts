import { Migration } from './migration.js'

/** Records for vehicles the sheet from which they were imported, so that an import can be undone as a whole (T-19). */
export class EntityImports1763700000066 extends Migration {
  readonly steps = [imports]
}

const imports = `
CREATE TABLE entity_imports (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  user_id int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- when its last vehicle was made: what is changed after that was changed by somebody
  finished_at timestamptz,
  rolled_back_at timestamptz
);
CREATE INDEX entity_imports_business ON entity_imports (business_id);
CREATE INDEX entity_imports_user ON entity_imports (user_id);
ALTER TABLE entities ADD COLUMN import_id int REFERENCES entity_imports ON DELETE SET NULL;
CREATE INDEX entities_import ON entities (import_id) WHERE import_id IS NOT NULL;

GRANT SELECT, INSERT (business_id, user_id), UPDATE (finished_at, rolled_back_at) ON entity_imports TO roadbook_api;
ALTER TABLE entity_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON entity_imports TO roadbook_api
  USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`
