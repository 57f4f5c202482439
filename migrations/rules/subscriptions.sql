-- Subscriptions: how long they run, and who sold them.

-- The first end of a period after this moment: by the calendar of Amsterdam, at the same time of day also across a change of clocks.
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

-- After the row is written, when it is known until when it covers. What covers less than before is everybody's affair.
CREATE OR REPLACE FUNCTION entity_subscriptions_of_seller() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF subscription_is_sold(NEW.subscription_id) THEN
    RAISE EXCEPTION 'The seller of this product is another business: order a period, and the vehicle is covered once it is paid'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;

-- Whether a product costs something, and is of a business that the present request does not act for.
CREATE OR REPLACE FUNCTION subscription_is_sold(product int) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT scope_is_given() AND NOT scope_is_all() AND NOT EXISTS (
    SELECT 1 FROM subscriptions s WHERE s.id = product
      AND ((s.default_price_minor = 0 AND NOT s.bills) OR s.business_id IN (SELECT scope_ids())))
$$;
