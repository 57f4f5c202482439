import type pg from 'pg'

interface DemoTag {
  business: string
  name: string
  /** Type of the tag. A `group` is a target group. A vehicle is in at most one target group. */
  type: 'group' | 'general'
  /** SQL condition on the entity `e` that selects the vehicles with this tag. */
  on: string
}

const BIKES = "e.vehicle_type IN ('eBike', 'eCargoBike', 'speedPedelec')"
const VANS = "e.vehicle_type = 'automobile'"

/** Tags in the language of the people who made them. */
const TAGS: readonly DemoTag[] = [
  { business: 'Rheintal Mobility', name: 'Delivery', type: 'group', on: "e.vehicle_type = 'eCargoBike' AND e.id % 4 < 2" },
  { business: 'Rheintal Mobility', name: 'Pool bikes', type: 'group', on: "e.vehicle_type = 'eBike' AND e.id % 3 = 1" },
  { business: 'Rheintal Mobility', name: 'Service vans', type: 'group', on: VANS },
  { business: 'Rheintal Mobility', name: 'Child seat', type: 'general', on: "e.vehicle_type = 'eCargoBike' AND e.id % 5 = 0" },
  { business: 'Rheintal Mobility', name: 'Spring check', type: 'general', on: `${BIKES} AND e.id % 4 = 1` },
  { business: 'Rheintal Mobility', name: 'Winter tyres', type: 'general', on: 'e.id % 6 = 1' },
  { business: 'Unterland Bikes', name: 'Leihräder', type: 'group', on: `${BIKES} AND e.id % 2 = 0` },
  { business: 'Unterland Bikes', name: 'Jahresservice', type: 'general', on: `${BIKES} AND e.id % 5 = 1` },
  { business: 'Oberland Motors', name: 'Servicewagens', type: 'group', on: VANS },
  { business: 'Oberland Motors', name: 'Winterbanden', type: 'general', on: `${VANS} AND e.id % 2 = 0` },
]

/**
 * Adds the vendors' tags to vehicles of the vendors and of the businesses below them. Also adds a group of tags for the
 * workshop.
 */
export async function addTags(client: pg.PoolClient): Promise<void> {
  for (const { business, name, type, on } of TAGS) {
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO tags (name, type, business_id, created_by)
       SELECT $2, $3, b.id, (SELECT u.id FROM users u WHERE u.business_id = b.id ORDER BY u.id LIMIT 1) FROM businesses b WHERE b.name = $1
       RETURNING id`,
      [business, name, type],
    )
    await client.query(
      `INSERT INTO entity_tags (entity_id, tag_id)
       SELECT e.id, t.id FROM tags t, entities e JOIN businesses b ON b.id = e.business_id
       WHERE t.id = $1 AND t.business_id = ANY (b.path) AND ${on}`,
      [rows[0]!.id],
    )
  }
  await client.query(
    `WITH workshop AS (
       INSERT INTO tag_groups (business_id, name, created_by)
       SELECT b.id, 'Workshop', (SELECT u.id FROM users u WHERE u.business_id = b.id ORDER BY u.id LIMIT 1) FROM businesses b WHERE b.name = $1
       RETURNING id, business_id
     )
     INSERT INTO tag_group_tags (group_id, tag_id)
     SELECT w.id, t.id FROM workshop w JOIN tags t ON t.business_id = w.business_id AND t.name IN ('Spring check', 'Winter tyres')`,
    ['Rheintal Mobility'],
  )
}
