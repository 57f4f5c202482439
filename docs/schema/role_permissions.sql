-- Written by api/roles

CREATE TABLE role_permissions (
  role_id integer NOT NULL,
  permission text NOT NULL,
  CONSTRAINT role_permissions_pkey PRIMARY KEY (role_id, permission),
  CONSTRAINT role_permissions_role_id_fkey FOREIGN KEY (role_id) REFERENCES roles(id) ON DELETE CASCADE,
  CONSTRAINT role_permissions_permission_check CHECK ((permission ~ '^[a-z]+:[a-z-]+$'::text))
);

ALTER TABLE role_permissions ENABLE ROW LEVEL SECURITY;
CREATE POLICY add_by_super_admin ON role_permissions FOR INSERT TO roadbook_api WITH CHECK ((current_setting('roadbook.scope'::text, true) = 'all'::text));
CREATE POLICY process_roadbook_web ON role_permissions TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY readable ON role_permissions FOR SELECT TO roadbook_api USING (true);
CREATE POLICY remove_by_super_admin ON role_permissions FOR DELETE TO roadbook_api USING ((current_setting('roadbook.scope'::text, true) = 'all'::text));

GRANT DELETE, INSERT, SELECT ON role_permissions TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON role_permissions TO roadbook_web;
