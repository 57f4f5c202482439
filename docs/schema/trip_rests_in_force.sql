-- A view

CREATE VIEW trip_rests_in_force AS
 SELECT DISTINCT ON (b.id, r.vehicle_type) b.id AS business_id,
    r.vehicle_type,
    r.rest_minutes,
    r.business_id AS from_id
   FROM businesses b
     JOIN trip_rests r ON r.business_id = ANY (b.path)
  ORDER BY b.id, r.vehicle_type, (array_position(b.path, r.business_id)) DESC;

GRANT SELECT ON trip_rests_in_force TO roadbook_ingest;
GRANT DELETE, INSERT, SELECT, UPDATE ON trip_rests_in_force TO roadbook_web;
