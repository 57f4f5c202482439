import { Migration } from './migration.js'

/**
 * If the business of a trip has no subscriber, the trigger now makes only one query of the subscribers, however many
 * subscribers other businesses have.
 */
export class WebhooksOfTrips1763700000107 extends Migration {
  readonly steps = ['INSERT', 'UPDATE', 'DELETE'].map(listening)
}

const KINDS = "'{trip.ended,trip.corrected,trip.removed}'"
const TOLD = [
  ...[
    'entity_id',
    'business_id',
    'started_at',
    'ended_at',
    'start_latitude',
    'start_longitude',
    'stop_latitude',
    'stop_longitude',
  ],
  ...['distance_m', 'average_speed_kph', 'max_speed_kph', 'idle_s'],
]
const told = (alias: string) => `(${TOLD.map((column) => `${alias}.${column}`).join(', ')})`
const lives = (alias: string) => `(NOT ${alias}.is_open AND ${alias}.deleted_at IS NULL)`
const row = (alias: string) => `jsonb_populate_record(NULL::trips, to_jsonb(${alias}))`
const heard = (alias: string) => `${alias}.business_id = ANY (heard)`

const PAIRS: Record<string, string> = {
  INSERT: `SELECT NULL::trips AS was, ${row('n')} AS became FROM is_now n WHERE ${heard('n')} AND ${lives('n')}`,
  UPDATE: `SELECT ${row('o')} AS was, ${row('n')} AS became FROM is_now n JOIN was o ON o.id = n.id
    WHERE (${heard('n')} OR ${heard('o')}) AND (${lives('n')} OR ${lives('o')})
      AND (${told('n')} IS DISTINCT FROM ${told('o')} OR ${lives('n')} <> ${lives('o')})`,
  DELETE: `SELECT ${row('o')} AS was, NULL::trips AS became FROM was o
    WHERE ${heard('o')} AND (${lives('o')}
      OR (o.is_open AND EXISTS (SELECT FROM webhook_events e WHERE e.subject = 'trip.ended:' || o.id)))`,
}

/**
 * Returns a trigger that handles only trips of businesses with a subscriber, either in this business or in a business above
 * it.
 */
function listening(event: string): string {
  return `
CREATE OR REPLACE FUNCTION trips_tell_webhooks_on_${event.toLowerCase()}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  heard int[];
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks w WHERE w.active AND w.kinds && ${KINDS}) THEN RETURN NULL; END IF;
  SELECT array_agg(b.id) INTO heard FROM businesses b
  WHERE b.id IN (SELECT t.business_id FROM ${event === 'DELETE' ? 'was' : 'is_now'} t
      ${event === 'UPDATE' ? 'UNION SELECT t.business_id FROM was t' : ''})
    AND EXISTS (SELECT FROM webhooks w WHERE w.business_id = ANY (b.path) AND (w.includes_below OR w.business_id = b.id)
      AND w.active AND w.kinds && ${KINDS});
  IF heard IS NULL THEN RETURN NULL; END IF;
  PERFORM webhook_tell_trip(pair.was, pair.became) FROM (${PAIRS[event]}) pair
    ORDER BY coalesce((pair.became).started_at, (pair.was).started_at);
  RETURN NULL;
END $$;`
}
