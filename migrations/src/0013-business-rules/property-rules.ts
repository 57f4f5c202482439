/** Rules for properties of a business that affect more than its own row. */
export const propertyRules = `
-- The contract's flags are a super admin's to write (R-153). What somebody else makes has its parent's: a vendor that may
-- not install makes no department that may.
CREATE FUNCTION businesses_keep_contract() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  above businesses;
BEGIN
  IF current_user <> 'roadbook_api' OR scope_is_all() THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT * INTO STRICT above FROM businesses WHERE id = NEW.parent_id;
    NEW.can_install_devices := above.can_install_devices;
    NEW.has_customers := above.has_customers;
    NEW.is_oem := above.is_oem;
    NEW.recovery_contract := false;
  ELSIF (NEW.has_customers, NEW.can_install_devices, NEW.recovery_contract, NEW.is_oem)
    IS DISTINCT FROM (OLD.has_customers, OLD.can_install_devices, OLD.recovery_contract, OLD.is_oem) THEN
    RAISE EXCEPTION 'only a super admin changes what a business has a contract for' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER businesses_keep_contract BEFORE INSERT OR UPDATE ON businesses
  FOR EACH ROW EXECUTE FUNCTION businesses_keep_contract();

-- Whether a business in scope has a recovery contract itself or by one above it (G-24); null outside the scope.
CREATE FUNCTION business_recovers(business int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM businesses above WHERE above.id = ANY (own.path) AND above.recovery_contract)
  FROM businesses own WHERE own.id = business AND (in_scope(own.id) OR in_scope(own.parent_id))
$$;
REVOKE ALL ON FUNCTION business_recovers(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION business_recovers(int) TO roadbook_api;

-- R-155, G-22: some businesses write names and frame numbers in capitals, whoever saves them.
CREATE FUNCTION entities_name_upper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM businesses WHERE id = NEW.business_id AND name_upper) THEN
    NEW.name := upper(NEW.name);
    NEW.frame_number := upper(NEW.frame_number);
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER entities_name_upper BEFORE INSERT OR UPDATE OF name, frame_number ON entities
  FOR EACH ROW EXECUTE FUNCTION entities_name_upper();
`
