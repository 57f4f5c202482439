-- Written by api/account, identity/routes
-- INSERT: notifies listeners of work (work_ring)

CREATE TABLE password_reset_requests (
  id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  subject text,
  requested_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT password_reset_requests_pkey PRIMARY KEY (id)
);

ALTER TABLE password_reset_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_identity ON password_reset_requests TO roadbook_identity USING (true) WITH CHECK (true);
CREATE POLICY process_roadbook_web ON password_reset_requests TO roadbook_web USING (true) WITH CHECK (true);

GRANT INSERT ON password_reset_requests TO roadbook_identity;
GRANT DELETE, INSERT, SELECT, UPDATE ON password_reset_requests TO roadbook_web;

CREATE TRIGGER ring AFTER INSERT ON password_reset_requests FOR EACH STATEMENT EXECUTE FUNCTION work_ring();

-- In functions.sql: work_ring
