-- Written by api/users

CREATE TABLE user_devices (
  user_id integer NOT NULL,
  device_id integer NOT NULL,
  attached_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT user_devices_pkey PRIMARY KEY (user_id, device_id),
  CONSTRAINT user_devices_device_id_fkey FOREIGN KEY (device_id) REFERENCES devices(id) ON DELETE CASCADE,
  CONSTRAINT user_devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX user_devices_device ON user_devices USING btree (device_id);

ALTER TABLE user_devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY process_roadbook_web ON user_devices TO roadbook_web USING (true) WITH CHECK (true);
CREATE POLICY scope ON user_devices TO roadbook_api USING (((EXISTS ( SELECT 1
   FROM users u
  WHERE (u.id = user_devices.user_id))) AND (EXISTS ( SELECT 1
   FROM devices d
  WHERE (d.id = user_devices.device_id)))));

GRANT DELETE, INSERT, SELECT ON user_devices TO roadbook_api;
GRANT DELETE, INSERT, SELECT, UPDATE ON user_devices TO roadbook_web;
