import type pg from 'pg'

/** Adds subscriptions and insurances of the demo's vehicles, orders, payments and invoices. */
export async function addSales(client: pg.PoolClient): Promise<void> {
  await addSubscriptions(client)
  await addInvoiceDetails(client)
  await addOrders(client)
  await addInvoices(client)
  await addInsurances(client)
}

/**
 * Adds two products per vendor, which are offered to every business below the vendor. Two of three vehicles have a
 * subscription. A vendor's own vehicles have a monthly subscription. Of the vehicles of a vendor's buyers, half have a
 * monthly one and half a yearly one. The missing vehicle has a subscription, because only vehicles with a subscription can
 * have a case. A few yearly subscriptions ended three days ago and are in their period of grace.
 */
async function addSubscriptions(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO subscriptions
      (business_id, title, description, currency, default_price_minor, discount_price_minor, period, grace_days, bills)
    SELECT b.id, o.title, o.description, 'CHF', o.price, o.discount, o.period, 14, o.period = 'year' FROM businesses b,
      (VALUES ('Track & Trace', 'Live map, trips and reports', 595, NULL, 'month'),
        ('Track & Recover', 'As Track & Trace, with the search for a missing vehicle', 6900, 5900, 'year')) o (title, description, price, discount, period)
    WHERE b.parent_id IS NULL`)
  await client.query(
    'INSERT INTO business_subscriptions (business_id, subscription_id) SELECT business_id, id FROM subscriptions',
  )
  await client.query(`INSERT INTO entity_subscriptions
      (entity_id, subscription_id, starts_at, ends_at, anchored_at, renews, period, currency, price_minor, grace_days)
    SELECT e.id, s.id, c.starts_at, subscription_end_after(c.starts_at, c.moment, s.period), CASE WHEN c.renews THEN c.starts_at END, c.renews,
      s.period, s.currency, s.default_price_minor, s.grace_days
    FROM entities e JOIN businesses b ON b.id = e.business_id
    JOIN subscriptions s ON s.business_id = b.path[1]
      AND s.period = CASE WHEN e.id % 2 = 0 OR b.parent_id IS NULL THEN 'month' ELSE 'year' END
    CROSS JOIN LATERAL (SELECT s.period = 'month' AND e.id % 10 > 0 AS renews,
      CASE WHEN s.period = 'month' THEN greatest(e.created_at, now() - (4 + e.id % 300) * interval '1 day')
        WHEN e.id % 40 = 11 THEN greatest(e.created_at, now() - interval '1 year 3 days')
        ELSE greatest(e.created_at, now() - interval '1 year' + (2 + e.id * 7 % 355) * interval '1 day') END AS starts_at,
      CASE WHEN s.period = 'year' AND e.id % 40 = 11 THEN e.created_at ELSE now() END AS moment) c
    WHERE e.id % 3 > 0 OR EXISTS (SELECT FROM missing_cases m WHERE m.entity_id = e.id)`)
}

/**
 * Adds the invoice details of sellers and buyers. All of them are companies in Liechtenstein, where the Swiss VAT rates
 * apply.
 */
async function addInvoiceDetails(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO invoice_parties (business_id, name, address, postcode, city, country, vat_number, locale, prefix)
    SELECT b.id, CASE WHEN b.kind = 'department' THEN above.name || ', ' || b.name ELSE b.name || (ARRAY[' AG', ' GmbH', ' Anstalt'])[1 + b.id % 3] END,
      b.address, b.postcode, b.city, b.country, (50000 + b.id * 37)::text, 'de', CASE WHEN b.parent_id IS NULL THEN upper(left(b.name, 2)) || '-' ELSE '' END
    FROM businesses b LEFT JOIN businesses above ON above.id = b.parent_id`)
}

/** Standard VAT rate of Liechtenstein, in hundredths of a percent. */
const VAT_BP = 810

/**
 * Adds orders. Buyers have paid for four in five of their yearly subscriptions. For subscriptions that end soon, the next
 * year is not paid yet. Some orders for vehicles without a subscription are open, failed at the payment provider, were
 * cancelled, or were paid and refunded.
 */
async function addOrders(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO orders (business_id, seller_id, entity_id, subscription_id, entity_name, title, period, grace_days,
      currency, price_minor, vat_minor, vat_rate_bp, vat_treatment, ordered_by, refunded_minor, refunded_at,
      created_at, status, method, paid_at, entity_subscription_id, starts_at, ends_at, follows_id, follows_at, note)
    SELECT e.business_id, s.business_id, e.id, s.id, e.name, s.title, s.period, s.grace_days, s.currency, s.default_price_minor, v.minor,
      ${VAT_BP}, 'domestic', (SELECT u.id FROM users u WHERE u.business_id = s.business_id ORDER BY u.id LIMIT 1),
      CASE WHEN said.status = 'refunded' THEN s.default_price_minor + v.minor ELSE 0 END,
      CASE WHEN said.status = 'refunded' THEN now() - interval '2 hours' END, said.*
    FROM entities e JOIN businesses b ON b.id = e.business_id AND b.parent_id IS NOT NULL
    JOIN subscriptions s ON s.business_id = b.path[1] AND s.bills
    LEFT JOIN entity_subscriptions x ON x.entity_id = e.id
    CROSS JOIN LATERAL (SELECT round(s.default_price_minor * ${VAT_BP} / 10000.0)::int AS minor) v
    CROSS JOIN LATERAL (
      SELECT x.starts_at - interval '2 days', 'paid', 'book', x.starts_at, x.id, x.starts_at, x.ends_at, NULL::int, NULL::timestamptz, NULL
      WHERE x.subscription_id = s.id AND x.id % 5 > 0
      UNION ALL
      SELECT now() - interval '1 day', 'open', NULL, NULL, NULL, NULL, NULL, x.id, x.ends_at, NULL
      WHERE x.subscription_id = s.id AND x.ends_at < now() + interval '14 days'
      UNION ALL
      SELECT now() - (4 + e.id % 40) * interval '1 day', o.status, o.method,
        CASE WHEN o.status = 'refunded' THEN now() - (3 + e.id % 40) * interval '1 day' END, NULL, NULL, NULL, NULL, NULL, o.note
      FROM (VALUES (6, 'open', NULL, 'Asked for by telephone'), (12, 'failed', 'mollie', NULL), (18, 'cancelled', NULL, 'The vehicle was sold'),
        (24, 'refunded', 'book', 'Paid twice')) o (turn, status, method, note)
      WHERE x.id IS NULL AND e.id % 30 = o.turn
    ) said (created_at, status, method, paid_at, entity_subscription_id, starts_at, ends_at, follows_id, follows_at, note)
    ORDER BY said.created_at, e.id`)
}

/**
 * Adds an invoice for each paid order, in the order of the payments. A refund gets a credit note, which is the seller's
 * newest document.
 */
async function addInvoices(client: pg.PoolClient): Promise<void> {
  const party = (one: string) =>
    `jsonb_build_object('name', ${one}.name, 'address', ${one}.address, 'postcode', ${one}.postcode, 'city', ${one}.city,
      'country', ${one}.country, 'vat_number', ${one}.vat_number)`
  await client.query(`INSERT INTO invoices (seller_id, business_id, order_id, number, prefix, issued_at, issued_on, locale, seller, buyer, title,
      entity_name, period, starts_at, ends_at, currency, net_minor, vat_minor, vat_rate_bp, vat_treatment)
    SELECT o.seller_id, o.business_id, o.id, row_number() OVER (PARTITION BY o.seller_id ORDER BY o.paid_at, o.id), s.prefix, o.paid_at,
      (o.paid_at AT TIME ZONE 'Europe/Amsterdam')::date, b.locale, ${party('s')}, ${party('b')}, o.title, o.entity_name, o.period, o.starts_at, o.ends_at,
      o.currency, o.price_minor, o.vat_minor, o.vat_rate_bp, o.vat_treatment
    FROM orders o JOIN invoice_parties s ON s.business_id = o.seller_id JOIN invoice_parties b ON b.business_id = o.business_id
    WHERE o.paid_at IS NOT NULL AND o.vat_treatment IS NOT NULL ORDER BY o.seller_id, o.paid_at, o.id`)
  await client.query(`INSERT INTO invoices (seller_id, business_id, order_id, number, prefix, credits_id, issued_at, issued_on, locale, seller, buyer,
      title, entity_name, period, starts_at, ends_at, currency, net_minor, vat_minor, vat_rate_bp, vat_treatment)
    SELECT i.seller_id, i.business_id, i.order_id, m.most + row_number() OVER (PARTITION BY i.seller_id ORDER BY i.id), i.prefix, i.id, o.refunded_at,
      (o.refunded_at AT TIME ZONE 'Europe/Amsterdam')::date, i.locale, i.seller, i.buyer, i.title, i.entity_name, i.period, i.starts_at, i.ends_at,
      i.currency, i.net_minor, i.vat_minor, i.vat_rate_bp, i.vat_treatment
    FROM invoices i JOIN orders o ON o.id = i.order_id AND o.status = 'refunded'
    CROSS JOIN LATERAL (SELECT max(number) AS most FROM invoices WHERE seller_id = i.seller_id) m ORDER BY i.seller_id, i.id`)
}

/** Insures every second vehicle, and the first one. Some insurances end soon or have ended. */
async function addInsurances(client: pg.PoolClient): Promise<void> {
  await client.query(`INSERT INTO insurances
      (entity_id, insurer, policy_number, coverage, starts_on, ends_on, insured_value_minor, currency)
    SELECT e.id, (ARRAY['Rheintal Assekuranz', 'Velosure', 'Alpen Versicherung'])[1 + e.id % 3], 'P-' || 240000 + e.id,
      (ARRAY['theft', 'comprehensive', 'liability', 'partial'])[1 + e.id / 2 % 4], now()::date - (e.id % 300 + 40),
      now()::date - 20 + e.id * 7 % 340, 90000 + e.id % 40 * 8000, 'CHF'
    FROM entities e WHERE (e.id % 2 = 0 OR e.id = (SELECT min(id) FROM entities)) AND e.vehicle_type <> 'unregistered'`)
}
