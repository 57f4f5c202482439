-- Subscriptions: how long they run, and who sold them.

-- Returns the first end of a period after a moment, by the calendar of Amsterdam and at the same time of day, also when clocks
-- change.
CREATE OR REPLACE FUNCTION subscription_end_after(anchor timestamptz, moment timestamptz, period text) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  WITH said AS (SELECT anchor AT TIME ZONE 'Europe/Amsterdam' AS started, moment AT TIME ZONE 'Europe/Amsterdam' AS now,
    CASE period WHEN 'month' THEN 1 WHEN 'quarter' THEN 3 ELSE 12 END AS months)
  SELECT min(ends.at) FROM said, LATERAL (SELECT greatest(0, ((extract(year FROM now) - extract(year FROM started)) * 12
    + extract(month FROM now) - extract(month FROM started))::int / months) AS past) sofar,
    generate_series(greatest(past, 1), past + 2) AS times,
    LATERAL (SELECT (started + make_interval(months => months * times)) AT TIME ZONE 'Europe/Amsterdam' AS at) ends
  WHERE ends.at > moment
$$;

-- Refuses a subscription of a product that another business sells. Runs after the row is written, when its coverage is known. A
-- change that only shortens coverage is allowed.
CREATE OR REPLACE FUNCTION entity_subscriptions_of_seller() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF subscription_is_sold(NEW.subscription_id) THEN
    RAISE EXCEPTION 'The seller of this product is another business: order a period, and the vehicle is covered once it is paid'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Returns true if a product costs something and belongs to a business for which the present request does not act.
CREATE OR REPLACE FUNCTION subscription_is_sold(product int) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT scope_is_given() AND NOT scope_is_all() AND NOT EXISTS (
    SELECT 1 FROM subscriptions s WHERE s.id = product
      AND ((s.default_price_minor = 0 AND NOT s.bills) OR s.business_id IN (SELECT scope_ids())))
$$;
