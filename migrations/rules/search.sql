-- Search: keys by which words are found, keys of similar numbers, and the order of names. Generated columns and indexes store the
-- results of these functions. A step that replaces a function must then rewrite these columns and indexes.

-- Returns words in lower case without marks. ASCII text, which most words are, has none. `folded` in @roadbook/contracts
-- (peoples-words) gives the same result. All these functions are in PL/pgSQL, which is parsed once a session. SQL functions would
-- be parsed for every statement that writes a row.
CREATE OR REPLACE FUNCTION folded(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  small text;
BEGIN
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  RETURN small;
END $$;

-- Returns the key by which words are found and with which typed text is compared, without the separators that people write in
-- numbers.
CREATE OR REPLACE FUNCTION found_by(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  small text;
BEGIN
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  RETURN translate(small, E' \t\r-./_', '');
END $$;

-- Returns the same with umlauts written as two letters.
CREATE OR REPLACE FUNCTION found_by_two(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  small text;
BEGIN
  IF octet_length(words) <> length(words) THEN
    words := replace(replace(replace(replace(replace(lower(normalize(words, NFC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');
  END IF;
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  RETURN translate(small, E' \t\r-./_', '');
END $$;

-- Returns the same for stored words: both spellings if there are umlauts.
CREATE OR REPLACE FUNCTION found_by_both(words text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  small text;
BEGIN
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  IF octet_length(words) <> length(words) AND lower(normalize(words, NFC)) ~ '[äöüøå]' THEN
    DECLARE
      one text := translate(small, E' \t\r-./_', '');
    BEGIN
  IF octet_length(words) <> length(words) THEN
    words := replace(replace(replace(replace(replace(lower(normalize(words, NFC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');
  END IF;
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
      RETURN one || E'\n' || translate(small, E' \t\r-./_', '');
    END;
  END IF;
  RETURN translate(small, E' \t\r-./_', '');
END $$;

-- Returns the key by which words are sorted: letters without marks, then numbers by value (at least ten digits each), then the
-- marks.
CREATE OR REPLACE FUNCTION in_order(words text) RETURNS bytea LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  small text;
BEGIN
  small := lower(words);
  IF octet_length(words) <> length(words) THEN
    small := replace(replace(replace(translate(
      regexp_replace(lower(normalize(words, NFKD)), '[\u0300-\u036f]+', '', 'g'),
      'øłđħŧıς‐–—−‘’', 'oldhtiσ----'''''), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  END IF;
  small := translate(small, '_:;?@[]', '!,,!*()');
  IF small ~ '[0-9]' THEN
    small := regexp_replace(regexp_replace(small, '([0-9]+)', '0000000000\1', 'g'), '0+([0-9]{10})', '\1', 'g');
  END IF;
  RETURN convert_to(small || E'\x01' || lower(normalize(words, NFKD)), 'UTF8');
END $$;

-- Returns one key for numbers that look alike: O is 0, I is 1, and Cyrillic and Greek letters are the Latin letters that look the
-- same (decision 83).
CREATE OR REPLACE FUNCTION twin_key(number text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      BEGIN
        RETURN nullif(regexp_replace(regexp_replace(translate(public.folded(number),
          'oiавекмнорстухіјѕαβεζηικμνορτυχ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
          '01abekmh0pctyx1jsabezh1kmn0ptyx01234567890123456789'),
          '[^[:alnum:]]+', '', 'g'), '^(.)\1*$', ''), '');
      END $$;

-- Returns the same for a licence plate, which contains a digit. Words such as "none" have no twin.
CREATE OR REPLACE FUNCTION plate_twin_key(number text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      BEGIN
        RETURN CASE WHEN public.folded(number) ~ '[0-9٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹]' THEN public.twin_key(number) END;
      END $$;

-- Returns vehicles in scope that contain a part of a word, in the order of names if requested. Row-level security keeps LIKE from
-- using an index, so this function, which is bound to the scope, compares the words.
CREATE OR REPLACE FUNCTION vehicles_holding(part text, most int, in_order boolean) RETURNS SETOF int
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  RETURN QUERY EXECUTE format(
    'SELECT e.id FROM entities e WHERE e.search_key LIKE %L AND e.deleted_at IS NULL
       AND ((SELECT scope_is_all()) OR e.business_id IN (SELECT scope_ids())) %s LIMIT %L',
    '%' || part || '%',
    CASE WHEN in_order THEN format('ORDER BY (E''\n'' || e.search_key) LIKE %L DESC, e.name_order, e.id', E'%\n' || part || '%') END,
    most);
END $$;
REVOKE ALL ON FUNCTION vehicles_holding(text,integer,boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION vehicles_holding(text,integer,boolean) TO roadbook_api;
