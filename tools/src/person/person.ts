import type { Database } from './catalogue.js'
import type { Names } from './names.js'

/** A natural person: the person's rows, and the texts that name the person. */
export interface Person extends Names {
  users: PortalUser[]
  customers: Customer[]
  /** Ids of accounts at the embedded identity provider. */
  accounts: string[]
  /** E-mail addresses that only this person has, in lower case. */
  emails: string[]
  /** Texts that also name somebody else. They are therefore neither searched for nor replaced. */
  shared: { value: string; with: string }[]
}

interface PortalUser extends Named {
  telephone: string | null
  subject: string | null
  business_id: number | null
  is_super_admin: boolean
}

interface Customer extends Named {
  business_id: number
}

interface Named {
  id: number
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  address: string | null
  business: string | null
}

/**
 * Minimum length of a text that is searched for. Shorter texts, such as a house number, would also be found in rows of
 * others.
 */
const SHORTEST = 5

/** Returns the ids of a person's rows, as the commands take them. */
export const idsOf = ({ users, customers }: Pick<Person, 'users' | 'customers'>): string[] => [
  ...users.map(({ id }) => `user:${id}`),
  ...customers.map(({ id }) => `customer:${id}`),
]

/**
 * Checks that the e-mail addresses did not find people with different names, because an address may be shared by a family
 * or a reception. People who were given by their ids may have different names.
 * @throws Error that lists their ids
 */
export function assertOnePerson(person: Person, who: readonly string[]): void {
  const names = new Set([...person.users, ...person.customers].map((one) => `${one.first_name} ${one.last_name}`.toLowerCase()))
  if (names.size < 2 || who.every((one) => /^(user|customer):/.test(one))) return
  throw new Error(
    `${who.join(', ')} finds people of different names: ${idsOf(person).join(', ')}. Give the ids of the one whom you mean`,
  )
}

/**
 * Finds a person by e-mail addresses, `user:ID` and `customer:ID`. An address finds every user, customer and account that
 * has it.
 * @param also further texts that name the person, such as a former name
 * @throws Error if nobody has such an id or address and no further text is given
 */
export async function findPerson(database: Database, who: readonly string[], also: readonly string[] = []): Promise<Person> {
  for (const text of also)
    if (text.trim().length < SHORTEST)
      throw new Error(`"${text}" is too short to search for: give a text of at least ${SHORTEST} characters, such as a full name`)
  const userIds: number[] = []
  const customerIds: number[] = []
  const emails: string[] = []
  for (const one of who) {
    const [, kind, id] = /^(user|customer):(\d{1,9})$/.exec(one) ?? []
    if (!kind && !/^\S+@\S+$/.test(one.trim()))
      throw new Error(
        `"${one}" is no person: give an e-mail address, user:ID or customer:ID. The portal shows ids in its addresses`,
      )
    if (!kind) emails.push(one.trim().toLowerCase())
    else (kind === 'user' ? userIds : customerIds).push(Number(id))
  }
  const { rows: users } = await database.query<PortalUser>(
    `SELECT u.id, u.subject, u.business_id, b.name AS business, u.first_name, u.last_name, u.email, u.phone, u.telephone, u.address,
       r.key = 'super-admin' AND u.deleted_at IS NULL AS is_super_admin
     FROM users u JOIN roles r ON r.id = u.role_id LEFT JOIN businesses b ON b.id = u.business_id
     WHERE u.id = ANY ($1) OR lower(u.email) = ANY ($2) ORDER BY u.id`,
    [userIds, emails],
  )
  const { rows: customers } = await database.query<Customer>(
    `SELECT k.id, k.business_id, b.name AS business, k.first_name, k.last_name, k.email, k.phone, k.address
     FROM consumers k JOIN businesses b ON b.id = k.business_id WHERE k.id = ANY ($1) OR lower(trim(k.email)) = ANY ($2) ORDER BY k.id`,
    [customerIds, emails],
  )
  const { rows: accounts } = await database.query<{ id: string; email: string; name: string }>(
    'SELECT id::text, email, name FROM identity.accounts WHERE id::text = ANY ($1) OR lower(email) = ANY ($2)',
    [users.flatMap(({ subject }) => subject ?? []), emails],
  )
  const missing = [
    ...userIds.filter((id) => !users.some((user) => user.id === id)).map((id) => `user:${id}`),
    ...customerIds.filter((id) => !customers.some((customer) => customer.id === id)).map((id) => `customer:${id}`),
    ...(users.length + customers.length + accounts.length + also.length === 0 ? emails : []),
  ]
  if (missing.length > 0)
    throw new Error(`there is no user, customer or account ${missing.join(', ')}. To search texts alone, add --also "Full Name"`)
  const { rows: plates } = await database.query<{ plate: string | null }>(
    'SELECT unnest(ARRAY[license_plate, frame_number]) AS plate FROM entities WHERE consumer_id = ANY ($1)',
    [customers.map(({ id }) => id)],
  )
  const numbers = plates.flatMap(({ plate }) => plate ?? [])
  const all = valuesOf(
    [...users, ...customers],
    [...emails, ...numbers, ...accounts.flatMap((one) => [one.email, one.name]), ...also],
  )
  const shared = await sharedWithOthers(database, all, { users, customers, accounts: accounts.map(({ id }) => id) })
  const isShared = (text: string) => shared.some(({ value }) => value.toLowerCase() === text.toLowerCase())
  const values = all.filter((value) => !isShared(value))
  return {
    users,
    customers,
    accounts: accounts.map((account) => account.id),
    values,
    pairs: [...users, ...customers].flatMap(({ first_name: first, last_name: last }) =>
      first === 'Erased' || isShared(`${first} ${last}`.trim()) ? [] : [[first, last] as const],
    ),
    emails: values.filter((value) => /^\S+@\S+$/.test(value)).map((value) => value.toLowerCase()),
    shared,
  }
}

/**
 * Returns the texts that name somebody. Values that an erasure has written are left out, so that an erasure can be
 * repeated.
 */
function valuesOf(people: readonly (Named & { telephone?: string | null })[], more: readonly string[]): string[] {
  const texts = people.flatMap(({ first_name, last_name, email, phone, telephone, address }) =>
    first_name === 'Erased'
      ? []
      : [
          email,
          `${first_name} ${last_name}`,
          `${last_name} ${first_name}`,
          `${last_name}, ${first_name}`,
          phone,
          telephone,
          address,
        ],
  )
  const distinct = new Map(
    [...texts, ...more].flatMap((text) => {
      const trimmed = text?.trim() ?? ''
      return trimmed.length < SHORTEST ? [] : [[trimmed.toLowerCase(), trimmed] as const]
    }),
  )
  // Longer values come first, because a shorter value may be a part of a longer one.
  return [...distinct.values()].toSorted((one, other) => other.length - one.length)
}

/** Returns the values that another living user, customer or business has too: a family's address, a namesake, a shared e-mail. */
async function sharedWithOthers(
  database: Database,
  values: readonly string[],
  { users, customers, accounts }: Pick<Person, 'users' | 'customers' | 'accounts'>,
): Promise<Person['shared']> {
  const { rows } = await database.query<{ value: string; with: string }>(
    `WITH others AS (
       SELECT 'user:' || id AS who, ARRAY[email, first_name || ' ' || last_name, last_name || ' ' || first_name,
         last_name || ', ' || first_name, phone, telephone, address] AS texts
       FROM users WHERE deleted_at IS NULL AND id <> ALL ($2)
       UNION ALL SELECT 'customer:' || id, ARRAY[email, first_name || ' ' || last_name, last_name || ' ' || first_name,
         last_name || ', ' || first_name, phone, address]
       FROM consumers WHERE id <> ALL ($3)
       UNION ALL SELECT 'business:' || id, ARRAY[name, email, phone, address] FROM businesses
       UNION ALL SELECT 'vehicle ' || id, ARRAY[license_plate, frame_number] FROM entities
       WHERE deleted_at IS NULL AND (consumer_id IS NULL OR consumer_id <> ALL ($3))
       UNION ALL SELECT 'account ' || a.id, ARRAY[a.email, a.name] FROM identity.accounts a
       WHERE a.id::text <> ALL ($4) AND NOT EXISTS (SELECT FROM users u WHERE u.subject = a.id::text)
     ), texts AS (SELECT o.who, lower(trim(t)) AS text FROM others o, unnest(o.texts) t)
     SELECT v AS value, string_agg(DISTINCT t.who, ', ') AS with FROM unnest($1::text[]) v JOIN texts t ON t.text = lower(v)
     GROUP BY v ORDER BY v`,
    [values, users.map(({ id }) => id), customers.map(({ id }) => id), accounts],
  )
  return rows
}

/**
 * Fills the temporary tables that the conditions of places use. They exist until the end of the transaction. They contain the
 * person's ids, the person's vehicles with the time in which they belonged to the person, and the times in which trackers
 * reported for these vehicles.
 */
export async function markPerson(database: Database, { users, customers, accounts, values }: Person): Promise<void> {
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  await database.query(`
    CREATE TEMP TABLE person_users (id int, subject text) ON COMMIT DROP;
    CREATE TEMP TABLE person_customers (id int) ON COMMIT DROP;
    CREATE TEMP TABLE person_accounts (id uuid) ON COMMIT DROP;
    CREATE TEMP TABLE person_values (value text) ON COMMIT DROP;
    CREATE TEMP TABLE person_names (name text) ON COMMIT DROP;
    CREATE TEMP TABLE person_vehicles (entity_id int, since timestamptz, till timestamptz, is_theirs_now boolean) ON COMMIT DROP;
    CREATE TEMP TABLE person_stays (device_id int, entity_id int, since timestamptz, till timestamptz, is_on_it_now boolean) ON COMMIT DROP`)
  await database.query('INSERT INTO person_users SELECT id, subject FROM users WHERE id = ANY ($1)', [ids(users)])
  await database.query('INSERT INTO person_customers SELECT unnest($1::int[])', [ids(customers)])
  await database.query('INSERT INTO person_accounts SELECT unnest($1::uuid[])', [accounts])
  await database.query('INSERT INTO person_values SELECT unnest($1::text[])', [values])
  await database.query('INSERT INTO person_names SELECT unnest($1::text[])', [
    [...users, ...customers].map(({ first_name, last_name }) => `${first_name} ${last_name}`),
  ])
  await database.query(VEHICLES)
  await database.query(STAYS)
  // Without this, the database guesses the number of rows in these tables, and would read whole tables of the product.
  await database.query(`ANALYZE pg_temp.person_users, pg_temp.person_customers, pg_temp.person_accounts, pg_temp.person_values,
    pg_temp.person_names, pg_temp.person_vehicles, pg_temp.person_stays`)
}

/**
 * Finds the times in which vehicles belonged to the person. A customer's time ends when the next customer is created,
 * because customers are created when they get a vehicle. It begins at the end of the previous customer's time. The time
 * before the first customer counts as the first customer's, because no other customer had the vehicle.
 */
const VEHICLES = `INSERT INTO person_vehicles
  WITH had AS (
    SELECT e.id AS entity_id, e.consumer_id FROM entities e WHERE e.consumer_id IS NOT NULL
    UNION SELECT c.entity_id, c.consumer_id FROM consents c WHERE c.consumer_id IS NOT NULL
  ), courses AS (
    SELECT h.entity_id, h.consumer_id, k.created_at,
      lag(k.created_at) OVER one AS before, lead(k.created_at) OVER one AS next
    FROM had h JOIN consumers k ON k.id = h.consumer_id WINDOW one AS (PARTITION BY h.entity_id ORDER BY k.created_at, k.id)
  )
  SELECT c.entity_id, CASE WHEN c.before IS NULL THEN '-infinity' ELSE c.created_at END,
    coalesce(c.next, CASE WHEN e.consumer_id IS NULL THEN (
      SELECT max(g.revoked_at) FROM consents g WHERE g.entity_id = e.id AND g.consumer_id = c.consumer_id AND g.revoked_by = 'transfer'
    ) END, 'infinity'), e.consumer_id IS NOT DISTINCT FROM c.consumer_id
  FROM courses c JOIN entities e ON e.id = c.entity_id WHERE c.consumer_id IN (SELECT id FROM person_customers)`

/**
 * Times of trackers on the person's vehicles, and of trackers that were on these vehicles although the records show another
 * vehicle.
 */
const STAYS = `INSERT INTO person_stays
  SELECT i.device_id, i.entity_id, greatest(i.installed_at, v.since), least(coalesce(i.removed_at, 'infinity'), v.till),
    i.removed_at IS NULL AND v.is_theirs_now
  FROM installations i JOIN person_vehicles v ON v.entity_id = i.entity_id
  WHERE i.installed_at < v.till AND coalesce(i.removed_at, 'infinity') > v.since AND i.followed_consumer_id IS NULL
  UNION ALL
  SELECT i.device_id, i.entity_id, i.installed_at, coalesce(i.moved_at, i.removed_at, 'infinity'), coalesce(i.moved_at, i.removed_at) IS NULL
  FROM installations i WHERE i.followed_consumer_id IN (SELECT id FROM person_customers)
  UNION ALL
  -- After it moved, it reports for the vehicle that it is on.
  SELECT i.device_id, i.entity_id, greatest(i.moved_at, v.since), least(coalesce(i.removed_at, 'infinity'), v.till),
    i.removed_at IS NULL AND v.is_theirs_now
  FROM installations i JOIN person_vehicles v ON v.entity_id = i.entity_id
  WHERE i.followed_consumer_id IS NOT NULL AND i.moved_at IS NOT NULL
  UNION ALL
  -- Between two vehicles a tracker is hidden as long as it was last on a customer's.
  SELECT i.device_id, i.entity_id, greatest(i.removed_at, v.since), coalesce((
      SELECT min(n.installed_at) FROM installations n WHERE n.device_id = i.device_id AND n.installed_at >= i.removed_at
    ), 'infinity'), NOT EXISTS (SELECT FROM installations n WHERE n.device_id = i.device_id AND n.installed_at >= i.removed_at)
  FROM installations i JOIN person_vehicles v ON v.entity_id = i.entity_id AND v.is_theirs_now WHERE i.removed_at IS NOT NULL`

/**
 * A time in which a tracker reported for a vehicle of the person. Times have PostgreSQL's text form, and may be `infinity`
 * or `-infinity`.
 */
export interface Stay {
  device_id: number
  entity_id: number
  imei: string
  since: string
  till: string
}

/** Reads the times of trackers on the person's vehicles. The result has no overlaps. */
export async function readStays(database: Database): Promise<Stay[]> {
  const { rows } = await database.query<Stay>(
    `SELECT x.device_id, x.entity_id, d.imei, lower(x.time)::text AS since, upper(x.time)::text AS till
     FROM (
       SELECT device_id, entity_id, unnest(range_agg(tstzrange(since, till))) AS time FROM pg_temp.person_stays WHERE since < till
       GROUP BY device_id, entity_id
     ) x JOIN devices d ON d.id = x.device_id ORDER BY x.entity_id, x.device_id, x.time`,
  )
  return rows
}
