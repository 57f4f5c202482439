/**
 * Indexes for the sort orders of the lists, so that a page is read without sorting. Each index serves both directions of
 * sorting. This is possible because rows without a value are queried separately. Columns that change with every fix have no
 * index. A search without a field name covers several columns. The columns are joined in one lower-case text, because
 * comparing them separately takes ten times as long.
 */
export const listIndexes = `
ALTER TABLE entities ADD COLUMN search_text text GENERATED ALWAYS AS (
  lower(name || E'\\n' || coalesce(short_name, '') || E'\\n' || coalesce(frame_number, '') || E'\\n' ||
    coalesce(license_plate, '') || E'\\n' || coalesce(brand, '') || E'\\n' || coalesce(model, ''))
) STORED;
CREATE INDEX entities_present ON entities (business_id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_created ON entities (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_updated ON entities (updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_name ON entities (lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_short_name ON entities (lower(short_name), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_frame_number ON entities (lower(frame_number), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_license_plate ON entities (lower(license_plate), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_brand ON entities (lower(brand), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_model ON entities (lower(model), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_color ON entities (lower(color), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_vehicle_type ON entities (vehicle_type, id) WHERE deleted_at IS NULL;

CREATE INDEX devices_by_created ON devices (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX devices_by_model ON devices (lower(model), id) WHERE deleted_at IS NULL;
CREATE INDEX businesses_by_name ON businesses (lower(name), id);
CREATE INDEX businesses_by_created ON businesses (created_at, id);
CREATE INDEX api_tokens_by_created ON api_tokens (created_at, id);
CREATE INDEX trips_by_start ON trips (started_at, id) WHERE deleted_at IS NULL;

ALTER TABLE users ADD COLUMN search_text text GENERATED ALWAYS AS (
  lower(first_name || ' ' || last_name || E'\\n' || email || E'\\n' || coalesce(city, '') || E'\\n' || coalesce(phone, ''))
) STORED;
CREATE INDEX users_by_name ON users (lower(first_name || ' ' || last_name), id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_name ON users (lower(last_name), id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_email ON users (lower(email), id) WHERE deleted_at IS NULL;

CREATE INDEX audit_log_by_action ON audit_log (action, id);
CREATE INDEX audit_log_by_object_type ON audit_log (object_type, id);
CREATE INDEX audit_log_by_actor ON audit_log (actor, id);
ANALYZE entities, users;
`
