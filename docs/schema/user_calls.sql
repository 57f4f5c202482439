-- Written by api/auth

CREATE TABLE user_calls (
  user_id integer NOT NULL,
  operation text NOT NULL,
  called_at timestamp with time zone[] NOT NULL,
  CONSTRAINT user_calls_pkey PRIMARY KEY (user_id, operation),
  CONSTRAINT user_calls_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
) WITH (fillfactor=50);

GRANT DELETE, INSERT, SELECT, UPDATE ON user_calls TO roadbook_web;
