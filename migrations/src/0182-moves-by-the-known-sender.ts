import { Migration } from './migration.js'

/** M2b: accepts only messages of the tracker's own sender as evidence that the tracker is on another vehicle. */
export class MovesByTheKnownSender1763700000182 extends Migration {
  readonly steps = [newcomers]
}

const newcomers = `
-- Whether a newcomer has spoken for the tracker of an installation since the tracker came off the customer's vehicle. The newcomer may be the
-- installer's own device, also where it is believed by now, or a manager accepted it. One on trial has moved nothing. One that a person
-- refused counts no more, once nothing of it is left in the track. The first sender of a tracker that was never heard before is its own.
CREATE FUNCTION move_is_doubted(installation int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT NOT EXISTS (
    SELECT FROM installations i LEFT JOIN LATERAL installation_followed(i.id) followed ON TRUE
    WHERE i.id = installation AND in_scope(i.business_id) AND NOT EXISTS (
      SELECT FROM tracker_networks n
      WHERE n.device_id = i.device_id AND n.since > coalesce(followed.removed_at, i.installed_at) AND n.standing <> 'trial'
        AND EXISTS (SELECT FROM tracker_networks o WHERE o.device_id = n.device_id AND o.first_at < n.first_at)
        AND (n.standing <> 'refused' OR EXISTS (
          SELECT FROM doubted_senders s JOIN packets_aside a ON a.sender_id = s.id
          WHERE s.device_id = n.device_id AND s.newcomer_network = n.network AND a.taken_in_at IS NOT NULL
        ))
    )
  )
$$;
REVOKE ALL ON FUNCTION move_is_doubted(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_is_doubted(int) TO roadbook_api;
`
