-- Written by migrations

CREATE TABLE webhook_kinds (
  kind text NOT NULL,
  tells_place boolean NOT NULL,
  CONSTRAINT webhook_kinds_pkey PRIMARY KEY (kind),
  CONSTRAINT webhook_kinds_kind_check CHECK ((kind ~ '^[a-z]+(\.[a-z-]+)?$'::text))
);

GRANT SELECT ON webhook_kinds TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook_kinds TO roadbook_web;
