import { Migration } from './migration.js'

/** Lets a sold product cover a vehicle only when its seller assigns it or the order is paid (decision 91). */
export class SoldCoverage1763700000170 extends Migration {
  readonly steps = [sold, kept]
}

const sold = `
-- Whether a product costs something, and is of a business that the present request does not act for.
CREATE FUNCTION subscription_is_sold(product int) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT scope_is_given() AND NOT scope_is_all() AND NOT EXISTS (
    SELECT 1 FROM subscriptions s WHERE s.id = product
      AND ((s.default_price_minor = 0 AND NOT s.bills) OR s.business_id IN (SELECT scope_ids())))
$$;
`

const kept = `
-- After the row is written, when it is known until when it covers. What covers less than before is everybody's affair.
CREATE FUNCTION entity_subscriptions_of_seller() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF subscription_is_sold(NEW.subscription_id) THEN
    RAISE EXCEPTION 'The seller of this product is another business: order a period, and the vehicle is covered once it is paid'
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entity_subscriptions_given AFTER INSERT ON entity_subscriptions
  FOR EACH ROW EXECUTE FUNCTION entity_subscriptions_of_seller();
CREATE TRIGGER entity_subscriptions_extended AFTER UPDATE ON entity_subscriptions
  FOR EACH ROW WHEN (NEW.status <> 'cancelled' AND (
    OLD.status <> NEW.status
    OR (NEW.entity_id, NEW.subscription_id) <> (OLD.entity_id, OLD.subscription_id)
    OR NEW.starts_at < OLD.starts_at
    OR coalesce(NEW.ends_at, 'infinity') > coalesce(OLD.ends_at, 'infinity')
    OR NEW.grace_days > OLD.grace_days
    OR (NEW.renews AND NOT OLD.renews)))
  EXECUTE FUNCTION entity_subscriptions_of_seller();
`
