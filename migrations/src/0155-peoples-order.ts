import { Migration } from './migration.js'

/**
 * Sorts and finds words as people expect: `Rad 2` comes before `Rad 10`, Ä sorts with A, and `muller`, `mueller` and
 * `füspb03` find Müller and FÜ-SPB 03. For this, Roadbook has its own functions, which give the same order on every server.
 * ICU collations are not used, because some servers are built without ICU, and because an index with an ICU collation
 * becomes invalid when the server is upgraded (decision 82).
 */
export class PeoplesOrder1763700000155 extends Migration {
  readonly steps = [words, order, entities, others]
}

/**
 * Returns a PL/pgSQL function, because such a function is parsed once per session. An SQL function is parsed again for every
 * statement that writes a row.
 */
const says = (name: string, body: string, returns = 'text') => `
CREATE FUNCTION ${name}(words text) RETURNS ${returns} LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  small text;
BEGIN
${body}
END $$;
`

/**
 * Statements for lower case without diacritics. ASCII text, the usual case, has no diacritics. The function `folded` in
 * @roadbook/contracts (peoples-words) does the same.
 */
const fold = `
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\\u0300-\\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;`

/** Statements that replace each umlaut by two letters. */
const spellOut = `
  IF octet_length(words) <> length(words) THEN
    words := replace(replace(replace(replace(replace(lower(normalize(words, NFC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');
  END IF;`

/** Expression that removes the separators that people write in numbers. */
const key = `translate(small, E' \\t\\r-./_', '')`

const words = [
  says('folded', `${fold}\n  RETURN small;`),
  // The key by which words are found, and with which the typed text is compared.
  says('found_by', `${fold}\n  RETURN ${key};`),
  // The same key, but with umlauts written as two letters.
  says('found_by_two', `${spellOut}${fold}\n  RETURN ${key};`),
  // The same key for stored words. If a word has umlauts, the result contains both spellings.
  says(
    'found_by_both',
    `${fold}
  IF octet_length(words) <> length(words) AND lower(normalize(words, NFC)) ~ '[äöüøå]' THEN
    DECLARE
      one text := ${key};
    BEGIN${spellOut}${fold}
      RETURN one || E'\\n' || ${key};
    END;
  END IF;
  RETURN ${key};`,
  ),
].join('')

/**
 * Function for the sort key of words: letters without diacritics, numbers by value (each padded to at least ten digits), and
 * then the diacritics.
 */
const order = says(
  'in_order',
  `${fold}
  small := translate(small, '_:;?@[]', '!,,!*()');
  IF small ~ '[0-9]' THEN
    small := regexp_replace(regexp_replace(small, '([0-9]+)', '0000000000\\1', 'g'), '0+([0-9]{10})', '\\1', 'g');
  END IF;
  RETURN convert_to(small || E'\\x01' || lower(normalize(words, NFKD)), 'UTF8');`,
  'bytea',
)

const entities = `
DROP INDEX entities_by_name, entities_by_short_name, entities_by_frame_number, entities_by_license_plate, entities_by_brand,
  entities_by_model, entities_by_color;
ALTER TABLE entities DROP COLUMN search_key, DROP COLUMN search_text;
ALTER TABLE entities
  ADD COLUMN search_key text GENERATED ALWAYS AS (found_by_both(
    name || E'\\n' || coalesce(short_name, '') || E'\\n' || coalesce(frame_number, '') || E'\\n' || coalesce(license_plate, '')
  )) STORED,
  ADD COLUMN search_text text GENERATED ALWAYS AS (found_by_both(
    name || E'\\n' || coalesce(short_name, '') || E'\\n' || coalesce(frame_number, '') || E'\\n' ||
      coalesce(license_plate, '') || E'\\n' || coalesce(brand, '') || E'\\n' || coalesce(model, '')
  )) STORED,
  -- Stored, because lists of millions of trips and alerts are ordered by it.
  ADD COLUMN name_order bytea GENERATED ALWAYS AS (in_order(name)) STORED;
CREATE INDEX entities_by_name ON entities (name_order, id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_short_name ON entities (in_order(short_name), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_frame_number ON entities (in_order(frame_number), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_license_plate ON entities (in_order(license_plate), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_brand ON entities (in_order(brand), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_model ON entities (in_order(model), id) WHERE deleted_at IS NULL;
CREATE INDEX entities_by_color ON entities (in_order(color), id) WHERE deleted_at IS NULL;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX entities_search_trigrams ON entities USING gin (search_key gin_trgm_ops);
  END IF;
EXCEPTION WHEN insufficient_privilege OR undefined_object THEN
  RAISE NOTICE 'the search reads all vehicles: this role may not use pg_trgm';
END $$;

-- As before, in people's order.
CREATE OR REPLACE FUNCTION vehicles_holding(part text, most int, in_order boolean) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT e.id FROM entities e WHERE e.search_key LIKE %L AND e.deleted_at IS NULL
       AND ((SELECT scope_is_all()) OR e.business_id IN (SELECT scope_ids())) %s LIMIT %L',
    '%' || part || '%',
    CASE WHEN in_order THEN format('ORDER BY (E''\\n'' || e.search_key) LIKE %L DESC, e.name_order, e.id', E'%\\n' || part || '%') END,
    most);
END $$;
`

const others = `
DROP INDEX devices_by_model, businesses_by_name, users_by_name, users_by_last_name, users_by_email;
ALTER TABLE users DROP COLUMN search_text;
ALTER TABLE users ADD COLUMN search_text text GENERATED ALWAYS AS (found_by_both(
  first_name || ' ' || last_name || E'\\n' || email || E'\\n' || coalesce(city, '') || E'\\n' || coalesce(phone, '')
)) STORED;
CREATE INDEX devices_by_model ON devices (in_order(model), id) WHERE deleted_at IS NULL;
CREATE INDEX businesses_by_name ON businesses (in_order(name), id);
CREATE INDEX users_by_name ON users (in_order(first_name || ' ' || last_name), id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_last_name ON users (in_order(last_name), id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_email ON users (in_order(email), id) WHERE deleted_at IS NULL;
ANALYZE entities, devices, businesses, users;
`
