import type { Database } from './catalogue.js'

/** A natural person: the rows that stand for them, and the texts that name them. */
export interface Person {
  users: PortalUser[]
  customers: Customer[]
  /** Ids of accounts at the embedded identity provider. */
  accounts: string[]
  /** E-mail addresses, full names, phone numbers and postal addresses, each at least five characters long. */
  values: string[]
}

interface PortalUser extends Named {
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
}

/** Shorter texts, such as a house number, would be found in rows of others. */
const SHORTEST = 5

/**
 * Finds a person by an e-mail address, `user:ID` or `customer:ID`. An address finds everything that has it: user, customer, account.
 * @param also further texts that name the person, such as a former name
 * @throws Error if nothing has this id or address and no further text is given
 */
export async function findPerson(database: Database, who: string, also: readonly string[] = []): Promise<Person> {
  for (const text of also)
    if (text.trim().length < SHORTEST)
      throw new Error(`"${text}" is too short to search for: give a text of at least ${SHORTEST} characters, such as a full name`)
  const [, kind, id] = /^(user|customer):(\d{1,9})$/.exec(who) ?? []
  const email = kind ? undefined : who.trim()
  if (email !== undefined && !/^\S+@\S+$/.test(email))
    throw new Error(
      `"${who}" is no person: give an e-mail address, user:ID or customer:ID. The portal shows ids in its addresses`,
    )
  const userId = kind === 'user' ? Number(id) : null
  const customerId = kind === 'customer' ? Number(id) : null
  const { rows: users } = await database.query<PortalUser & { telephone: string | null }>(
    `SELECT u.id, u.subject, u.business_id, u.first_name, u.last_name, u.email, u.phone, u.telephone, u.address,
       r.key = 'super-admin' AND u.deleted_at IS NULL AS is_super_admin
     FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = $1 OR lower(u.email) = lower($2) ORDER BY u.id`,
    [userId, email ?? null],
  )
  const { rows: customers } = await database.query<Customer>(
    `SELECT id, business_id, first_name, last_name, email, phone, address FROM consumers
     WHERE id = $1 OR lower(email) = lower($2) ORDER BY id`,
    [customerId, email ?? null],
  )
  const { rows: accounts } = await database.query<{ id: string; email: string; name: string }>(
    'SELECT id::text, email, name FROM identity.accounts WHERE id::text = ANY ($1) OR email = lower($2)',
    [users.flatMap(({ subject }) => subject ?? []), email ?? null],
  )
  if (users.length + customers.length + accounts.length + also.length === 0)
    throw new Error(
      `there is no user, customer or account ${who}. To search texts alone, add --also "Full Name" or --also ${who}`,
    )
  return {
    users,
    customers,
    accounts: accounts.map((account) => account.id),
    values: valuesOf([...users, ...customers], [email, ...accounts.flatMap((one) => [one.email, one.name]), ...also]),
  }
}

/** Returns the texts that name somebody. Values that an erasure wrote itself are left out, so that it can be repeated. */
function valuesOf(people: readonly (Named & { telephone?: string | null })[], more: readonly (string | undefined)[]): string[] {
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
  // A longer value is replaced before one that it contains.
  return [...distinct.values()].toSorted((one, other) => other.length - one.length)
}

/**
 * Fills the temporary tables that the conditions of places use, until the end of the transaction: the person's ids, their vehicles
 * with the time in which these were theirs, and the times in which trackers reported for them.
 */
export async function markPerson(database: Database, { users, customers, accounts, values }: Person): Promise<void> {
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  await database.query(`
    CREATE TEMP TABLE person_users (id int, subject text) ON COMMIT DROP;
    CREATE TEMP TABLE person_customers (id int) ON COMMIT DROP;
    CREATE TEMP TABLE person_accounts (id uuid) ON COMMIT DROP;
    CREATE TEMP TABLE person_values (value text) ON COMMIT DROP;
    CREATE TEMP TABLE person_vehicles (entity_id int, since timestamptz, till timestamptz, is_theirs_now boolean) ON COMMIT DROP;
    CREATE TEMP TABLE person_stays (device_id int, entity_id int, since timestamptz, till timestamptz, is_on_it_now boolean) ON COMMIT DROP`)
  await database.query('INSERT INTO person_users SELECT id, subject FROM users WHERE id = ANY ($1)', [ids(users)])
  await database.query('INSERT INTO person_customers SELECT unnest($1::int[])', [ids(customers)])
  await database.query('INSERT INTO person_accounts SELECT unnest($1::uuid[])', [accounts])
  await database.query('INSERT INTO person_values SELECT unnest($1::text[])', [values])
  await database.query(VEHICLES)
  await database.query(STAYS)
}

/**
 * A vehicle was a customer's from the end of the customer before them, until the next customer came. Customers are created when
 * they get a vehicle. Before its first customer a vehicle counts as theirs, because nobody else had it.
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

/** Times of trackers on the person's vehicles, and of trackers that were moved to another vehicle on paper alone. */
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
