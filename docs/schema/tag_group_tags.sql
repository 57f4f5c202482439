-- Written by api/tags, tools/seed, triggers of tags

CREATE TABLE tag_group_tags (
  group_id integer NOT NULL,
  tag_id integer NOT NULL,
  CONSTRAINT tag_group_tags_pkey PRIMARY KEY (group_id, tag_id),
  CONSTRAINT tag_group_tags_group_id_fkey FOREIGN KEY (group_id) REFERENCES tag_groups(id) ON DELETE CASCADE,
  CONSTRAINT tag_group_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES tags(id) ON DELETE CASCADE
);

CREATE INDEX tag_group_tags_tag ON tag_group_tags USING btree (tag_id);

ALTER TABLE tag_group_tags ENABLE ROW LEVEL SECURITY;
CREATE POLICY add ON tag_group_tags FOR INSERT TO roadbook_api WITH CHECK (((group_id IN ( SELECT tag_groups.id
   FROM tag_groups)) AND (tag_id IN ( SELECT tags.id
   FROM tags)) AND (( SELECT scope_is_all() AS scope_is_all) OR (EXISTS ( SELECT 1
   FROM tags t
  WHERE ((t.id = tag_group_tags.tag_id) AND (t.business_id IN ( SELECT scope_ids() AS scope_ids))))) OR (EXISTS ( SELECT 1
   FROM tag_groups g
  WHERE ((g.id = tag_group_tags.group_id) AND (g.business_id IN ( SELECT scope_ids() AS scope_ids))))))));
CREATE POLICY process_roadbook_web ON tag_group_tags TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY remove ON tag_group_tags FOR DELETE TO roadbook_api USING ((( SELECT scope_is_all() AS scope_is_all) OR (EXISTS ( SELECT 1
   FROM tags t
  WHERE ((t.id = tag_group_tags.tag_id) AND (t.business_id IN ( SELECT scope_ids() AS scope_ids))))) OR (EXISTS ( SELECT 1
   FROM tag_groups g
  WHERE ((g.id = tag_group_tags.group_id) AND (g.business_id IN ( SELECT scope_ids() AS scope_ids)))))));
CREATE POLICY scope_read ON tag_group_tags FOR SELECT TO roadbook_api USING (((group_id IN ( SELECT tag_groups.id
   FROM tag_groups)) AND (tag_id IN ( SELECT tags.id
   FROM tags))));

GRANT DELETE, INSERT, SELECT ON tag_group_tags TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON tag_group_tags TO roadbook_web;
