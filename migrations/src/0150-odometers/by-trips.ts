const SIGNED = {
  INSERT: 'SELECT 1 AS sign, is_now.* FROM is_now',
  UPDATE: 'SELECT 1 AS sign, is_now.* FROM is_now UNION ALL SELECT -1, was.* FROM was',
  DELETE: 'SELECT -1 AS sign, was.* FROM was',
}
const SEEN = {
  INSERT: 'NEW TABLE AS is_now',
  UPDATE: 'OLD TABLE AS was NEW TABLE AS is_now',
  DELETE: 'OLD TABLE AS was',
}

/**
 * Settings with which a trigger function looks up each row by its key. They are needed because a connection may keep, for
 * weeks, a plan that was made when the tables were small.
 */
export const BY_KEY = 'SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off SET jit = off'

/**
 * Returns a trigger that adds distances as differences, so that any order of writes gives the same number. The distance of
 * trips from before the counter's last reading is already part of that reading. If it is added to the trips, the lead of
 * the counter is therefore reduced by the same distance. A trip that a user has deleted from the list still counts.
 */
const following = (event: keyof typeof SIGNED) => `
CREATE FUNCTION trips_move_odometers_on_${event.toLowerCase()}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp ${BY_KEY} AS $$
BEGIN
  WITH changed AS MATERIALIZED (
    -- A trip that goes on rode between its ends. One that begins elsewhere, or is another vehicle's, is another trip.
    SELECT t.entity_id, sum(t.sign * t.distance_m) AS metres, max(t.ended_at) AS till_at,
      CASE WHEN min(t.ended_at) < max(t.ended_at) THEN min(t.ended_at) ELSE t.started_at END AS from_at
    FROM (${SIGNED[event]}) t WHERE t.entity_id IS NOT NULL
    GROUP BY t.id, t.entity_id, t.started_at HAVING sum(t.sign * t.distance_m) <> 0
  ), sums AS MATERIALIZED (
    SELECT o.entity_id, sum(round(c.metres * (1 - share_before(c.from_at, c.till_at, o.since))))::bigint AS ridden_m,
      sum(round(c.metres * greatest(0, share_before(c.from_at, c.till_at, o.lead_at) - share_before(c.from_at, c.till_at, o.since)))
        )::bigint AS counted_m
    FROM changed c JOIN odometers o ON o.entity_id = c.entity_id GROUP BY o.entity_id
  )
  UPDATE odometers o SET ridden_m = o.ridden_m + s.ridden_m, lead_m = greatest(0, o.lead_m - s.counted_m)
  FROM sums s WHERE o.entity_id = s.entity_id AND (s.ridden_m <> 0 OR s.counted_m <> 0);
  RETURN NULL;
END $$;
CREATE TRIGGER trips_move_odometers_on_${event.toLowerCase()} AFTER ${event} ON trips REFERENCING ${SEEN[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION trips_move_odometers_on_${event.toLowerCase()}();
`

export const byTrips = `
-- How much of what lies between two moments lies before a third: 0 to 1.
CREATE FUNCTION share_before(from_at timestamptz, till_at timestamptz, moment timestamptz) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN moment >= till_at THEN 1 WHEN moment <= from_at THEN 0
    ELSE extract(epoch FROM moment - from_at) / extract(epoch FROM till_at - from_at) END::float8
$$;
${(['INSERT', 'UPDATE', 'DELETE'] as const).map(following).join('')}
-- Where all of them are taken away at once, nothing was ridden.
CREATE FUNCTION trips_move_odometers_to_none() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE odometers SET ridden_m = 0 WHERE ridden_m <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER trips_move_odometers_to_none AFTER TRUNCATE ON trips FOR EACH STATEMENT EXECUTE FUNCTION trips_move_odometers_to_none();
`
