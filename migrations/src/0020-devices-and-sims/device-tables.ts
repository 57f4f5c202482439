/** Tables for SIMs and imports, and further columns of devices and installations. */
export const deviceTables = `
CREATE TABLE device_imports (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  user_id int REFERENCES users ON DELETE SET NULL,
  created_count int NOT NULL CHECK (created_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  rolled_back_at timestamptz
);
CREATE INDEX device_imports_business ON device_imports (business_id);

ALTER TABLE devices
  ADD COLUMN import_id int REFERENCES device_imports ON DELETE SET NULL,
  ADD COLUMN created_by int REFERENCES users ON DELETE SET NULL,
  -- sent back as broken or no longer needed, until it is somebody's again
  ADD COLUMN returned_at timestamptz;
CREATE INDEX devices_import ON devices (import_id);
CREATE INDEX devices_created ON devices (created_at DESC, id DESC) WHERE deleted_at IS NULL;
-- R-107: the last six digits suffice.
CREATE INDEX devices_imei_end ON devices (right(imei, 6));

ALTER TABLE installations
  ADD COLUMN installed_by int REFERENCES users ON DELETE SET NULL,
  ADD COLUMN removed_by int REFERENCES users ON DELETE SET NULL,
  -- why the tracker was taken off, in the words of who did
  ADD COLUMN removal_reason text CHECK (length(removal_reason) <= 500);

-- G-71.
CREATE TABLE sims (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  business_id int NOT NULL REFERENCES businesses ON DELETE RESTRICT,
  iccid text NOT NULL CHECK (iccid ~ '^[0-9]{18,22}$'),
  msisdn text CHECK (msisdn ~ '^\\+?[0-9]{5,20}$'),
  provider text CHECK (length(provider) <= 100),
  status text NOT NULL DEFAULT 'inactive' CHECK (status IN ('inactive', 'active', 'suspended', 'ended')),
  data_used_bytes bigint NOT NULL DEFAULT 0 CHECK (data_used_bytes >= 0),
  activated_at timestamptz,
  expires_at timestamptz,
  -- the tracker that it is in
  device_id int REFERENCES devices ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK (expires_at IS NULL OR activated_at IS NULL OR expires_at > activated_at)
);
CREATE UNIQUE INDEX sims_iccid ON sims (iccid) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX sims_device ON sims (device_id) WHERE deleted_at IS NULL;
CREATE INDEX sims_business ON sims (business_id);

-- A SIM belongs to whom its tracker belongs to.
CREATE FUNCTION sims_follow_device() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE sims SET business_id = NEW.business_id, updated_at = clock_timestamp() WHERE device_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER devices_take_sim AFTER UPDATE OF business_id ON devices
  FOR EACH ROW WHEN (OLD.business_id <> NEW.business_id) EXECUTE FUNCTION sims_follow_device();

GRANT SELECT, INSERT, UPDATE ON sims TO roadbook_api;
GRANT SELECT, INSERT, UPDATE (rolled_back_at) ON device_imports TO roadbook_api;
ALTER TABLE sims ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON sims TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
ALTER TABLE device_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY scope ON device_imports TO roadbook_api USING ((SELECT scope_is_all()) OR business_id IN (SELECT scope_ids()));
`
