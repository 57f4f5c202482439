import type { ClientBase } from 'pg'

/**
 * Returns two lists of sorted rows as text: the stored totals of every day, and the totals that a separate statement
 * computes from the trips.
 */
export async function sumsOfDays(database: Pick<ClientBase, 'query'>): Promise<{ kept: string[]; counted: string[] }> {
  const ask = async (text: string) => (await database.query<{ row: string }>(text)).rows.map(({ row }) => row)
  const columns = 'zone, day, entity_id, device_id, business_id, trips, distance_m, duration_s, idle_s, speed'
  return {
    kept: await ask(`SELECT row(${columns})::text AS row FROM (
      SELECT *, z.name AS zone, speed_tenths_kph AS speed FROM trip_days JOIN summary_zones z ON z.id = zone_id) d ORDER BY 1`),
    counted: await ask(`SELECT row(${columns})::text AS row FROM (
      SELECT z.name AS zone, date(t.started_at AT TIME ZONE z.name) AS day, t.entity_id, t.device_id, t.business_id,
        count(*) AS trips, sum(t.distance_m) AS distance_m,
        sum(extract(epoch FROM t.ended_at - t.started_at)::numeric(12, 0)) AS duration_s, sum(t.idle_s) AS idle_s,
        sum((t.average_speed_kph * 10)::int) AS speed
      FROM trips t, summary_zones z WHERE t.deleted_at IS NULL AND t.entity_id IS NOT NULL GROUP BY 1, 2, 3, 4, 5) c ORDER BY 1`),
  }
}

/**
 * Fails if the total of a day is not the sum of its trips, and names such days. Also fails if there are no days to compare.
 */
export async function expectDaysToBeSums(database: Pick<ClientBase, 'query'>): Promise<void> {
  const { kept, counted } = await sumsOfDays(database)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept).toEqual(counted)
}
