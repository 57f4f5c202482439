-- Written by platform/rates

CREATE TABLE request_counts (
  key bytea NOT NULL,
  hits integer NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  CONSTRAINT request_counts_pkey PRIMARY KEY (key)
) WITH (fillfactor=50);

GRANT DELETE, INSERT, SELECT, UPDATE ON request_counts TO roadbook_identity;
GRANT DELETE, INSERT, SELECT, UPDATE ON request_counts TO roadbook_web;
