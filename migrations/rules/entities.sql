-- Vehicles: their names, edits and moves between businesses.

-- Writes names and frame numbers in capitals for businesses that want it, whoever saves them (R-155, G-22).
CREATE OR REPLACE FUNCTION entities_name_upper() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM businesses WHERE id = NEW.business_id AND name_upper) THEN
    NEW.name := upper(NEW.name);
    NEW.frame_number := upper(NEW.frame_number);
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION entities_note_edit() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW.edited_in := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION entities_note_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.moved_in := pg_current_xact_id();
  RETURN NEW;
END $$;
