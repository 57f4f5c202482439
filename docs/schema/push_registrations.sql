-- Written by api/app-notifications, tools/seed
-- INSERT: writes audit_log, writes other rows of this table (push_registrations_move)

CREATE TABLE push_registrations (
  id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
  consumer_id integer,
  user_id integer,
  kind text NOT NULL,
  address jsonb NOT NULL,
  address_hash bytea NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  last_seen_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT push_registrations_pkey PRIMARY KEY (id),
  CONSTRAINT push_registrations_address_hash_key UNIQUE (address_hash),
  CONSTRAINT push_registrations_consumer_id_fkey FOREIGN KEY (consumer_id) REFERENCES consumers(id) ON DELETE CASCADE,
  CONSTRAINT push_registrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CONSTRAINT push_registrations_address_hash_check CHECK ((length(address_hash) = 32)),
  CONSTRAINT push_registrations_check CHECK ((num_nonnulls(consumer_id, user_id) = 1)),
  CONSTRAINT push_registrations_kind_check CHECK ((kind = ANY (ARRAY['fcm'::text, 'webpush'::text])))
);

CREATE INDEX push_registrations_consumer ON push_registrations USING btree (consumer_id);
CREATE INDEX push_registrations_user ON push_registrations USING btree (user_id);

ALTER TABLE push_registrations ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON push_registrations TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON push_registrations TO roadbook_api USING (((EXISTS ( SELECT 1
   FROM consumers k
  WHERE (k.id = push_registrations.consumer_id))) OR (EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = push_registrations.user_id)))));

GRANT DELETE, INSERT, SELECT, UPDATE ON push_registrations TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON push_registrations TO roadbook_web;

CREATE TRIGGER push_registrations_move BEFORE INSERT ON push_registrations FOR EACH ROW EXECUTE FUNCTION push_registrations_move();

CREATE OR REPLACE FUNCTION push_registrations_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(53, hashtext(encode(NEW.address_hash, 'hex')));
  WITH gone AS (DELETE FROM push_registrations WHERE address_hash = NEW.address_hash RETURNING id, consumer_id, user_id, kind)
  INSERT INTO audit_log (business_id, action, object_type, object_id, before, after)
  SELECT coalesce(k.business_id, u.business_id), 'push-registration.taken-over', 'push-registration', g.id::text,
    jsonb_build_object('kind', g.kind), '{}'
  FROM gone g LEFT JOIN consumers k ON k.id = g.consumer_id LEFT JOIN users u ON u.id = g.user_id;
  RETURN NEW;
END $function$;
