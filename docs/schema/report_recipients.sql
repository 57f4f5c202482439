-- Written by api/reports

CREATE TABLE report_recipients (
  request_id integer NOT NULL,
  user_id integer NOT NULL,
  CONSTRAINT report_recipients_pkey PRIMARY KEY (request_id, user_id),
  CONSTRAINT report_recipients_request_id_fkey FOREIGN KEY (request_id) REFERENCES report_requests(id) ON DELETE CASCADE,
  CONSTRAINT report_recipients_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX report_recipients_user ON report_recipients USING btree (user_id);

ALTER TABLE report_recipients ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON report_recipients TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON report_recipients TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = report_recipients.user_id))));

GRANT INSERT, SELECT ON report_recipients TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON report_recipients TO roadbook_web;
