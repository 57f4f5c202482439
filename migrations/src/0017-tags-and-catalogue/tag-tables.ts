/** Tables for tags, groups of tags, and the effects of bulk changes. */
export const tagTables = `
ALTER TABLE tags DROP CONSTRAINT tags_type_check;
ALTER TABLE tags DROP CONSTRAINT tags_type_name_key;
ALTER TABLE tags
  -- whose it is, and so of everything below; null: everybody's, and a super admin's to change
  ADD COLUMN business_id int REFERENCES businesses ON DELETE RESTRICT,
  -- the brand of a model, the engine brand of an engine model
  ADD COLUMN parent_id int REFERENCES tags ON DELETE RESTRICT,
  -- of a tag that is a type: what kind of vehicle it is to the rules of trips and to the map
  ADD COLUMN vehicle_type text CHECK (vehicle_type IN
    ('eBike', 'eCargoBike', 'speedPedelec', 'eMoped', 'moped', 'automobile', 'other')),
  ADD COLUMN created_by int REFERENCES users ON DELETE SET NULL,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
  -- a deleted tag keeps its links, so that it comes back with them
  ADD COLUMN deleted_at timestamptz,
  ADD CONSTRAINT tags_type_known CHECK (type IN ('general', 'powerunit', 'type', 'group', 'model', 'brand', 'selected',
    'color', 'engine_brand', 'engine_model')),
  ADD CONSTRAINT tags_name_length CHECK (length(trim(name)) BETWEEN 1 AND 200),
  ADD CONSTRAINT tags_parent_type CHECK (parent_id IS NULL OR type IN ('model', 'engine_model')),
  ADD CONSTRAINT tags_vehicle_type CHECK (vehicle_type IS NULL OR type = 'type');
UPDATE tags SET vehicle_type = 'other' WHERE type = 'type';
ALTER TABLE tags ADD CONSTRAINT tags_vehicle_type_given CHECK (type <> 'type' OR vehicle_type IS NOT NULL);
CREATE UNIQUE INDEX tags_name ON tags (coalesce(business_id, 0), type, coalesce(parent_id, 0), lower(name))
  WHERE deleted_at IS NULL;
CREATE INDEX tags_business ON tags (business_id);
CREATE INDEX tags_parent ON tags (parent_id);

CREATE TABLE tag_groups (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int REFERENCES businesses ON DELETE RESTRICT,
  name text NOT NULL CHECK (length(trim(name)) BETWEEN 1 AND 200),
  -- every new tag of this type comes into the group by itself
  holds_type text CHECK (holds_type IN ('type', 'brand', 'model')),
  created_by int REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX tag_groups_name ON tag_groups (coalesce(business_id, 0), lower(name)) WHERE deleted_at IS NULL;
CREATE INDEX tag_groups_business ON tag_groups (business_id);

CREATE TABLE tag_group_tags (
  group_id int NOT NULL REFERENCES tag_groups ON DELETE CASCADE,
  tag_id int NOT NULL REFERENCES tags ON DELETE CASCADE,
  PRIMARY KEY (group_id, tag_id)
);
CREATE INDEX tag_group_tags_tag ON tag_group_tags (tag_id);

ALTER TABLE entity_tags
  -- the tag's type when an entity carries at most one of that type; filled by a trigger
  ADD COLUMN slot text,
  ADD COLUMN attached_at timestamptz NOT NULL DEFAULT now();
UPDATE entity_tags et SET slot = t.type FROM tags t WHERE t.id = et.tag_id
  AND t.type IN ('type', 'brand', 'model', 'color', 'engine_brand', 'engine_model', 'powerunit', 'group')
  AND et.tag_id = (SELECT max(o.tag_id) FROM entity_tags o JOIN tags ot ON ot.id = o.tag_id
    WHERE o.entity_id = et.entity_id AND ot.type = t.type);
CREATE UNIQUE INDEX entity_tags_slot ON entity_tags (entity_id, slot) WHERE slot IS NOT NULL;
CREATE INDEX entity_tags_tag ON entity_tags (tag_id);

-- What a bulk change did to each entity, so that whoever did it can take it back within a day.
CREATE TABLE tag_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  -- [{ "entity_id": 1, "attached": [2], "detached": [3] }]
  changes jsonb NOT NULL CHECK (jsonb_typeof(changes) = 'array'),
  created_at timestamptz NOT NULL DEFAULT now(),
  undone_at timestamptz
);
CREATE INDEX tag_changes_user ON tag_changes (user_id, created_at);
`
