import { Migration } from './migration.js'

/**
 * M1b: shows the result of a challenge, with the network from which the tracker answered, only to the person who decides
 * about the claim.
 */
export class ClaimsThatTellNothing1763700000183 extends Migration {
  readonly steps = [undecided, answers]
}

const undecided = `
-- Whoever claims an IMEI waits until a person has decided, whatever others have. For super admins those that answered are 'shown'.
UPDATE device_claims SET state = 'waiting' WHERE state = 'disputed';
`

const answers = `
ALTER TABLE device_challenges
  -- Of one that was shown: the address or network that answered; null where it is the one that its tracker is known to speak from
  ADD COLUMN answered_from text,
  -- known: the sender of a registered tracker; newcomer: somebody else in its name; unregistered: nobody has the tracker, so anybody may have answered
  ADD COLUMN answered_as text CHECK (answered_as IN ('known', 'newcomer', 'unregistered'));

-- Who spoke last in the name of a tracker, registered or not: for whoever decides about a claim.
CREATE FUNCTION last_answer_of(imei_asked text) RETURNS TABLE (answered_from text, answered_as text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp ROWS 1 AS $$
  SELECT word.sender, word.standing FROM (
    SELECT u.last_seen_at AS at, u.remote_address AS sender, 'unregistered' AS standing FROM unknown_devices u WHERE u.imei = imei_asked
    UNION ALL
    SELECT s.last_received_at, b.network, CASE WHEN b.network IS NULL THEN 'known' ELSE 'newcomer' END
    FROM devices d JOIN device_states s ON s.device_id = d.id
    LEFT JOIN LATERAL (
      SELECT n.network FROM tracker_networks n WHERE n.device_id = d.id AND n.standing = 'believed' ORDER BY n.since DESC LIMIT 1
    ) b ON TRUE
    WHERE d.imei = imei_asked
    UNION ALL
    SELECT s.last_at, s.network, 'newcomer' FROM devices d JOIN doubted_senders s ON s.device_id = d.id WHERE d.imei = imei_asked
  ) word WHERE word.at IS NOT NULL AND (SELECT scope_is_all()) ORDER BY word.at DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION last_answer_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION last_answer_of(text) TO roadbook_api;
`
