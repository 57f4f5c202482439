/** Functions that map the words on an entity to tags of the catalogue. */
export const linkCatalogue = `
-- For entities of the scope: their type, brand, model, colour, engine and power unit as tags, where the catalogue that applies
-- to them knows the word; the nearest business's tag, and a model of the entity's brand, come first.
CREATE FUNCTION link_catalogue_tags(entity_ids int[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own int[] := ARRAY(SELECT e.id FROM entities e
    WHERE e.id = ANY (entity_ids) AND (scope_is_all() OR e.business_id IN (SELECT scope_ids())));
  wanted_entities int[];
  wanted_tags int[];
  wanted_types text[];
BEGIN
  SELECT array_agg(found.entity_id), array_agg(found.tag_id), array_agg(found.type)
  INTO wanted_entities, wanted_tags, wanted_types
  FROM (
    SELECT DISTINCT ON (word.entity_id, word.type) word.entity_id, word.type, t.id AS tag_id
    FROM (
      SELECT e.id AS entity_id, b.path, said.type, said.word, said.above
      FROM entities e JOIN businesses b ON b.id = e.business_id
      CROSS JOIN LATERAL (VALUES ('type', e.vehicle_type, NULL), ('brand', e.brand, NULL), ('model', e.model, e.brand),
        ('color', e.color, NULL), ('engine_brand', e.engine_brand, NULL), ('engine_model', e.engine_model, e.engine_brand),
        ('powerunit', e.power_unit, NULL)) said (type, word, above)
      WHERE e.id = ANY (own) AND said.word IS NOT NULL
    ) word
    JOIN tags t ON t.type = word.type AND t.deleted_at IS NULL AND (t.business_id IS NULL OR t.business_id = ANY (word.path))
      AND CASE t.type WHEN 'type' THEN t.vehicle_type = word.word ELSE lower(t.name) = lower(word.word) END
    LEFT JOIN tags parent ON parent.id = t.parent_id
    WHERE t.parent_id IS NULL OR lower(parent.name) = lower(word.above)
    ORDER BY word.entity_id, word.type, (t.type = 'type' AND t.name = word.word) DESC,
      array_position(word.path, t.business_id) DESC NULLS LAST, t.id
  ) found;

  DELETE FROM entity_tags et USING entities e, tags t
  WHERE et.entity_id = ANY (own) AND e.id = et.entity_id AND t.id = et.tag_id
    AND et.slot IN ('brand', 'model', 'color', 'engine_brand', 'engine_model', 'powerunit', 'type')
    AND NOT EXISTS (
      SELECT 1 FROM unnest(wanted_entities, wanted_tags) w (entity_id, tag_id)
      WHERE w.entity_id = et.entity_id AND w.tag_id = et.tag_id
    )
    -- a finer type than the one that is written down stays
    AND NOT (et.slot = 'type' AND t.vehicle_type = e.vehicle_type AND t.deleted_at IS NULL);
  INSERT INTO entity_tags (entity_id, tag_id, slot)
  SELECT w.entity_id, w.tag_id, w.type FROM unnest(wanted_entities, wanted_tags, wanted_types) w (entity_id, tag_id, type)
  ON CONFLICT DO NOTHING;
END $$;
REVOKE ALL ON FUNCTION link_catalogue_tags(int[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION link_catalogue_tags(int[]) TO roadbook_api;
`
