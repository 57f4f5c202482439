-- Written by api/analytics, tools/seed

CREATE TABLE analytics_charts (
  user_id integer NOT NULL,
  charts jsonb NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT analytics_charts_pkey PRIMARY KEY (user_id),
  CONSTRAINT analytics_charts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT analytics_charts_charts_check CHECK ((jsonb_typeof(charts) = 'array'::text))
);

ALTER TABLE analytics_charts ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON analytics_charts TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON analytics_charts TO roadbook_api USING ((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = analytics_charts.user_id))));

GRANT INSERT, SELECT, UPDATE ON analytics_charts TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON analytics_charts TO roadbook_web;
