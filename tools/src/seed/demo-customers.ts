import type pg from 'pg'

const FIRST_NAMES = ['Anna', 'Lukas', 'Nadine', 'Florian', 'Sophie', 'Patrick', 'Miriam', 'Stefan', 'Carmen', 'Elias'] as const
const LAST_NAMES = ['Beck', 'Hasler', 'Büchel', 'Ospelt', 'Vogt', 'Marxer', 'Kaiser'] as const

/** Returns the n-th customer of the demo. The first seventy customers have different names. */
function customer(nth: number) {
  const [firstName, lastName] = [FIRST_NAMES[nth % FIRST_NAMES.length]!, LAST_NAMES[nth % LAST_NAMES.length]!]
  const email = `${firstName}.${lastName}@customer.example`.toLowerCase().replace('ü', 'ue')
  return { firstName, lastName, email }
}

/**
 * Assigns every fifth bike of a dealer to a customer. The dealer's staff then cannot see where it is. One customer has
 * given consent, and one bike is missing. The first bike is never assigned, because people look at it first.
 */
export async function addConsumers(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: number; business_id: number }>(
    `SELECT e.id, e.business_id FROM entities e JOIN businesses b ON b.id = e.business_id
     WHERE b.has_customers AND e.vehicle_type IN ('eBike', 'eCargoBike', 'speedPedelec') ORDER BY e.id`,
  )
  const consumerBikes = rows.filter((_, index) => index % 5 === 2)
  for (const [index, { id, business_id }] of consumerBikes.entries()) {
    const { firstName, lastName, email } = customer(index)
    await client.query(
      `WITH consumer AS (
         INSERT INTO consumers (business_id, first_name, last_name, email, locale)
         VALUES ($2, $3, $4, $5, 'de') RETURNING id
       ) UPDATE entities SET consumer_id = consumer.id FROM consumer WHERE entities.id = $1`,
      [id, business_id, firstName, lastName, email],
    )
  }
  // Two of three customers have the app. Messages to the customers arrive in the mailbox.
  await client.query(
    `INSERT INTO push_registrations (consumer_id, kind, address, address_hash)
     SELECT id, 'fcm', jsonb_build_object('token', 'demo-phone-' || id), sha256(convert_to('demo-phone-' || id, 'UTF8'))
     FROM consumers WHERE id % 3 > 0`,
  )
  const [, agreed, lost] = consumerBikes
  if (agreed)
    await client.query(
      "INSERT INTO consents (entity_id, granted_at, expires_at) VALUES ($1, now(), now() + interval '60 minutes')",
      [agreed.id],
    )
  // The bike has been missing for three days. At least one of three days is a working day, on which the bike moved.
  if (lost)
    await client.query(
      `INSERT INTO missing_cases (entity_id, reason, note, opened_at)
       VALUES ($1, 'stolen', 'Lock cut through at the station, reported to the police', now() - interval '3 days')`,
      [lost.id],
    )
}
