-- Written by migrations
-- Deleting a row deletes its rows in role_permissions

CREATE TABLE roles (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  key text NOT NULL,
  name text NOT NULL,
  CONSTRAINT roles_pkey PRIMARY KEY (id),
  CONSTRAINT roles_key_key UNIQUE (key),
  CONSTRAINT roles_name_key UNIQUE (name)
);

GRANT SELECT ON roles TO roadbook_api;
GRANT SELECT ON roles TO roadbook_identity;
GRANT DELETE, INSERT, SELECT, UPDATE ON roles TO roadbook_web;
