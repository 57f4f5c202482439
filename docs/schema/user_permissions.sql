-- Written by api/users

CREATE TABLE user_permissions (
  user_id integer NOT NULL,
  permission text NOT NULL,
  CONSTRAINT user_permissions_pkey PRIMARY KEY (user_id, permission),
  CONSTRAINT user_permissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT user_permissions_permission_check CHECK ((permission ~ '^[a-z]+:[a-z-]+$'::text))
);

ALTER TABLE user_permissions ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON user_permissions TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON user_permissions TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = user_permissions.user_id))));

GRANT DELETE, INSERT, SELECT, UPDATE ON user_permissions TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON user_permissions TO roadbook_web;
