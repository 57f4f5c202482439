-- Written by api/road-matching, tools/seed

CREATE TABLE road_matcher_state (
  id boolean DEFAULT true NOT NULL,
  next_at timestamp with time zone DEFAULT now() NOT NULL,
  failures integer DEFAULT 0 NOT NULL,
  open_until timestamp with time zone,
  walked_until timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT road_matcher_state_pkey PRIMARY KEY (id),
  CONSTRAINT road_matcher_state_failures_check CHECK ((failures >= 0)),
  CONSTRAINT road_matcher_state_id_check CHECK (id)
);

GRANT DELETE, INSERT, SELECT, UPDATE ON road_matcher_state TO roadbook_web;
