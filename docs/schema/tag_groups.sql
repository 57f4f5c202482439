-- Written by api/tags, tools/seed
-- UPDATE: may change the row, or leave it out (tags_taken_over)
-- Deleting a row deletes its rows in tag_group_tags

CREATE TABLE tag_groups (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  business_id integer,
  name text NOT NULL,
  holds_type text,
  created_by integer,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  deleted_at timestamp with time zone,
  CONSTRAINT tag_groups_pkey PRIMARY KEY (id),
  CONSTRAINT tag_groups_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE RESTRICT,
  CONSTRAINT tag_groups_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CONSTRAINT tag_groups_holds_type_check CHECK ((holds_type = ANY (ARRAY['type'::text, 'brand'::text, 'model'::text]))),
  CONSTRAINT tag_groups_name_check CHECK (((length(TRIM(BOTH FROM name)) >= 1) AND (length(TRIM(BOTH FROM name)) <= 200)))
);

CREATE INDEX tag_groups_business ON tag_groups USING btree (business_id);
CREATE UNIQUE INDEX tag_groups_name ON tag_groups USING btree (COALESCE(business_id, 0), lower(name)) WHERE (deleted_at IS NULL);

ALTER TABLE tag_groups ENABLE ROW LEVEL SECURITY;
CREATE POLICY add ON tag_groups FOR INSERT TO roadbook_api WITH CHECK ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY change ON tag_groups FOR UPDATE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY process_roadbook_web ON tag_groups TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY remove ON tag_groups FOR DELETE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (business_id IN ( SELECT scope_ids() AS scope_ids))));
CREATE POLICY scope_read ON tag_groups FOR SELECT TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR ((business_id IS NULL) AND ( SELECT scope_is_given() AS scope_is_given)) OR (business_id IN ( SELECT scope_line_ids() AS scope_line_ids))));

GRANT DELETE, INSERT, SELECT, UPDATE ON tag_groups TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON tag_groups TO roadbook_web;

CREATE TRIGGER tag_groups_taken_over BEFORE UPDATE OF business_id ON tag_groups FOR EACH ROW WHEN (old.business_id IS DISTINCT FROM new.business_id) EXECUTE FUNCTION tags_taken_over();

-- In functions.sql: tags_taken_over
