import { Migration } from './migration.js'

/**
 * Creates the event log as PostgreSQL tables. The tables contain messages per topic and partition, the committed offsets of
 * groups, and leases that give each partition to one member of a group at a time. Offsets have no gaps and rise in the
 * order of commits. The reasons for this design are in docs/decisions/0002-postgres-event-log.md. Only the owner may read
 * or write these tables.
 */
export class EventLog1763700000002 extends Migration {
  readonly steps = [tables, append, segments, membership]
}

const tables = `
CREATE TABLE event_log_topics (
  topic text PRIMARY KEY CHECK (topic ~ '^[a-z]+(\\.[a-z]+)*$'),
  -- fixed for good: a key must stay in its partition
  partitions smallint NOT NULL CHECK (partitions > 0),
  -- messages are dropped by whole segments of this length
  segment interval NOT NULL CHECK (segment > interval '0'),
  retention interval NOT NULL,
  -- whether a segment also waits for the groups that have not committed it
  waits_for_groups boolean NOT NULL
);

-- Segments hang below one partition a topic, which hangs below this.
CREATE TABLE event_log (
  topic text NOT NULL,
  partition smallint NOT NULL,
  log_offset bigint NOT NULL,
  appended_at timestamptz NOT NULL,
  key bytea NOT NULL,
  value bytea NOT NULL,
  -- name and value pairs, packed by the driver
  headers bytea
) PARTITION BY LIST (topic);

CREATE TABLE event_log_segments (
  name text PRIMARY KEY,
  topic text NOT NULL REFERENCES event_log_topics,
  begins_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  UNIQUE (topic, begins_at)
);

-- The next offset of each partition. A publisher holds the row until it commits, so offsets rise in commit order.
CREATE TABLE event_log_heads (
  topic text NOT NULL REFERENCES event_log_topics,
  partition smallint NOT NULL,
  next_offset bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (topic, partition)
) WITH (fillfactor = 20);

CREATE TABLE event_log_groups (
  topic text NOT NULL REFERENCES event_log_topics,
  group_name text NOT NULL CHECK (length(group_name) > 0),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (topic, group_name)
) WITH (fillfactor = 50);

CREATE TABLE event_log_members (
  topic text NOT NULL,
  group_name text NOT NULL,
  member uuid NOT NULL,
  joined_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (topic, group_name, member),
  FOREIGN KEY (topic, group_name) REFERENCES event_log_groups ON DELETE CASCADE
) WITH (fillfactor = 50);

CREATE TABLE event_log_leases (
  topic text NOT NULL,
  group_name text NOT NULL,
  partition smallint NOT NULL,
  -- the first offset that the group has not committed
  committed bigint NOT NULL,
  owner uuid,
  -- rises with every new owner; a commit must name the present one
  token bigint NOT NULL DEFAULT 0,
  expires_at timestamptz,
  PRIMARY KEY (topic, group_name, partition),
  FOREIGN KEY (topic, group_name) REFERENCES event_log_groups ON DELETE CASCADE,
  CHECK ((owner IS NULL) = (expires_at IS NULL))
) WITH (fillfactor = 50);
`

const append = `
-- Appends messages. Partition targets[s] (ascending) gets sizes[s] of them; message i goes to partition
-- targets[slots[i]] as its ranks[i]-th (from 0).
CREATE FUNCTION event_log_append(
  to_topic text, targets smallint[], sizes int[], slots smallint[], ranks int[], keys bytea[], vals bytea[], heads bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  firsts bigint[] := '{}';
  first bigint;
BEGIN
  -- Ascending, so that two publishers never wait for one another in a ring.
  FOR slot IN 1 .. cardinality(targets) LOOP
    UPDATE event_log_heads h SET next_offset = h.next_offset + sizes[slot]
    WHERE h.topic = to_topic AND h.partition = targets[slot]
    RETURNING h.next_offset - sizes[slot] INTO first;
    IF first IS NULL THEN
      RAISE EXCEPTION 'the event log has no partition % of %', targets[slot], to_topic USING ERRCODE = 'undefined_object';
    END IF;
    firsts := firsts || first;
  END LOOP;
  INSERT INTO event_log (topic, partition, log_offset, appended_at, key, value, headers)
  SELECT to_topic, targets[m.slot], firsts[m.slot] + m.rank, clock_timestamp(), m.key, m.value, m.headers
  FROM unnest(slots, ranks, keys, vals, heads) AS m (slot, rank, key, value, headers);
END $$;
`

const segments = `
CREATE FUNCTION event_log_make_topic(new_topic text, partition_count int, segment_length interval, keep interval, wait boolean)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM event_log_topics WHERE topic = new_topic) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(5002);
  INSERT INTO event_log_topics VALUES (new_topic, partition_count, segment_length, keep, wait) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO event_log_heads (topic, partition) SELECT new_topic, n FROM generate_series(0, partition_count - 1) n;
  EXECUTE format('CREATE TABLE %I PARTITION OF event_log FOR VALUES IN (%L) PARTITION BY RANGE (appended_at)',
    event_log_table(new_topic), new_topic);
END $$;

CREATE FUNCTION event_log_table(of_topic text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT 'event_log_' || replace(of_topic, '.', '_')
$$;

-- Makes the segments of now and the near future. Attached, not created in place: publishers need not stop for that.
CREATE FUNCTION event_log_make_segments() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  t event_log_topics;
  starts timestamptz;
  segment_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(5002);
  FOR t IN SELECT * FROM event_log_topics ORDER BY topic LOOP
    starts := date_bin(t.segment, clock_timestamp(), timestamptz '2000-01-01 00:00:00Z');
    FOR n IN 1 .. 3 LOOP
      IF NOT EXISTS (SELECT 1 FROM event_log_segments s WHERE s.topic = t.topic AND s.begins_at = starts) THEN
        segment_name := event_log_table(t.topic) || to_char(starts AT TIME ZONE 'UTC', '_YYYYMMDD_HH24MI');
        -- Rows stay whole in their page: compressing or moving out a frame of 2 kB costs more than it saves.
        EXECUTE format('CREATE TABLE %I (LIKE event_log) WITH (toast_tuple_target = 8160)', segment_name);
        EXECUTE format('ALTER TABLE %I ALTER value SET STORAGE EXTERNAL, ALTER headers SET STORAGE EXTERNAL', segment_name);
        -- Of the segment alone: one of the whole topic would have to carry the time too.
        EXECUTE format('CREATE UNIQUE INDEX ON %I (partition, log_offset)', segment_name);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          event_log_table(t.topic), segment_name, starts, starts + t.segment);
        INSERT INTO event_log_segments VALUES (segment_name, t.topic, starts, starts + t.segment);
      END IF;
      starts := starts + t.segment;
    END LOOP;
  END LOOP;
END $$;

-- Drops the oldest segment that is past its topic's retention and that no living group still needs.
-- Returns its name, or null when there is none: call again until then, so that each lock is held for a moment only.
CREATE FUNCTION event_log_drop_segment(at timestamptz DEFAULT clock_timestamp()) RETURNS text LANGUAGE plpgsql
-- Dropping stops publishers for a moment; behind a long reader they must not queue for more than this.
SET lock_timeout = '1s' AS $$
DECLARE
  s record;
  needed boolean;
BEGIN
  PERFORM pg_advisory_xact_lock(5002);
  DELETE FROM event_log_groups WHERE seen_at < at - interval '30 days';
  FOR s IN
    SELECT g.name, g.topic, t.waits_for_groups FROM event_log_segments g JOIN event_log_topics t USING (topic)
    WHERE g.ends_at < at - t.retention ORDER BY g.ends_at, g.name
  LOOP
    needed := false;
    IF s.waits_for_groups THEN
      EXECUTE format('SELECT EXISTS (SELECT 1 FROM event_log_leases l WHERE l.topic = $1
        AND EXISTS (SELECT 1 FROM %I m WHERE m.partition = l.partition AND m.log_offset >= l.committed))', s.name)
        INTO needed USING s.topic;
    END IF;
    IF NOT needed THEN
      EXECUTE format('DROP TABLE %I', s.name);
      DELETE FROM event_log_segments WHERE name = s.name;
      RETURN s.name;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
`

const membership = `
-- One beat of a member: joins or stays, renews its leases, claims free partitions up to its fair share.
-- Returns what it holds; \`surplus\` ones it must finish and release, because a newcomer has a right to them.
CREATE FUNCTION event_log_beat(of_topic text, of_group text, me uuid, lease_ms int, from_latest boolean)
RETURNS TABLE (partition smallint, token bigint, committed bigint, next_offset bigint, surplus boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at timestamptz;
  until timestamptz;
  share int;
  held int;
BEGIN
  -- The group's row is the lock under which its members agree.
  INSERT INTO event_log_groups AS g VALUES (of_topic, of_group, clock_timestamp())
  ON CONFLICT (topic, group_name) DO UPDATE SET seen_at = excluded.seen_at;
  at := clock_timestamp();
  until := at + lease_ms * interval '1 millisecond';
  IF NOT EXISTS (SELECT 1 FROM event_log_leases l WHERE l.topic = of_topic AND l.group_name = of_group) THEN
    INSERT INTO event_log_leases (topic, group_name, partition, committed)
    SELECT h.topic, of_group, h.partition, CASE WHEN from_latest THEN h.next_offset ELSE 0 END
    FROM event_log_heads h WHERE h.topic = of_topic;
  END IF;
  DELETE FROM event_log_members m WHERE m.topic = of_topic AND m.group_name = of_group AND m.expires_at < at;
  UPDATE event_log_members m SET expires_at = until
  WHERE m.topic = of_topic AND m.group_name = of_group AND m.member = me;
  IF NOT FOUND THEN
    INSERT INTO event_log_members VALUES (of_topic, of_group, me, at, until);
    PERFORM pg_notify('event_log', of_topic || ' ' || of_group);
  END IF;

  SELECT t.partitions / m.members + CASE WHEN m.before < t.partitions % m.members THEN 1 ELSE 0 END INTO share
  FROM event_log_topics t, (
    SELECT count(*) AS members, count(*) FILTER (WHERE (o.joined_at, o.member) < (i.joined_at, i.member)) AS before
    FROM event_log_members o JOIN event_log_members i ON i.topic = o.topic AND i.group_name = o.group_name AND i.member = me
    WHERE o.topic = of_topic AND o.group_name = of_group
  ) m WHERE t.topic = of_topic;

  UPDATE event_log_leases l SET expires_at = until
  WHERE l.topic = of_topic AND l.group_name = of_group AND l.owner = me AND l.expires_at >= at;
  GET DIAGNOSTICS held = ROW_COUNT;
  IF held < share THEN
    UPDATE event_log_leases l SET owner = me, token = l.token + 1, expires_at = until
    FROM (
      SELECT f.partition FROM event_log_leases f
      WHERE f.topic = of_topic AND f.group_name = of_group AND (f.owner IS NULL OR f.expires_at < at)
      ORDER BY f.partition LIMIT share - held
    ) free
    WHERE l.topic = of_topic AND l.group_name = of_group AND l.partition = free.partition;
  END IF;

  RETURN QUERY
  SELECT l.partition, l.token, l.committed, h.next_offset, row_number() OVER (ORDER BY l.partition) > share
  FROM event_log_leases l JOIN event_log_heads h ON h.topic = l.topic AND h.partition = l.partition
  WHERE l.topic = of_topic AND l.group_name = of_group AND l.owner = me;
END $$;

-- Gives partitions back before their lease ends; null gives all of them back and leaves the group.
CREATE FUNCTION event_log_release(of_topic text, of_group text, me uuid, given smallint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM event_log_groups g WHERE g.topic = of_topic AND g.group_name = of_group FOR UPDATE;
  UPDATE event_log_leases l SET owner = NULL, expires_at = NULL
  WHERE l.topic = of_topic AND l.group_name = of_group AND l.owner = me AND (given IS NULL OR l.partition = ANY (given));
  IF given IS NULL THEN
    DELETE FROM event_log_members m WHERE m.topic = of_topic AND m.group_name = of_group AND m.member = me;
  END IF;
  PERFORM pg_notify('event_log', of_topic || ' ' || of_group);
END $$;
`
