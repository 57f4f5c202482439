import type { Tenants } from './api-tenants.js'
import type { TenantIds } from './api-walk.js'

/** Creates a tenant with one row of everything. Its names and its e-mail address begin with `name`. */
export async function populate(tenants: Tenants, name: string, imei: string): Promise<TenantIds> {
  const business = await tenants.business(`${name} Vendor`)
  const [vendor, enterprise, company] = await Promise.all(
    ['vendor', 'enterprise', 'company'].map((kind) => tenants.business(`${name} ${kind}`, kind, business)),
  )
  const department = await tenants.business(`${name} department`, 'department', business)
  const user = await tenants.user(`somebody@${name.toLowerCase()}.example`, 'technician', business)
  const entity = await tenants.entity(business, `${name} bike`)
  const { deviceId: device } = await tenants.install(business, entity, imei)
  await tenants.state(device, new Date())
  const trip = await tenants.trip(device, '2025-06-01T10:00Z', '2025-06-01T11:00Z')
  await tenants.waypoint(device, '2025-06-01T10:10Z', 49.4, 8.7)
  const logbookEntry = await tenants.logTrip(await tenants.trip(device, '2025-05-01T10:00Z', '2025-05-01T11:00Z'))
  await tenants.tripRecalculation(entity)
  await tenants.tripJoin(device, '2025-04-01T00:00Z')
  const { rows } = await tenants.pool.query<{ id: number }>(
    `INSERT INTO api_tokens (user_id, name, prefix, secret_hash) VALUES ($1, $2::text, 'rbk_hidden', sha256(convert_to($2::text, 'UTF8'))) RETURNING id`,
    [user, `${name} token`],
  )
  const token = rows[0]?.id ?? 0
  const job = await tenants.job(business, user)
  const exported = await tenants.exportedFile(user, `${name}.csv`)
  const tag = await tenants.tag(`${name} tag`, 'general', business)
  const tagGroup = await tenants.tagGroup(`${name} group`, business, [tag])
  const brand = await tenants.tag(`${name} brand`, 'brand', business)
  const engineBrand = await tenants.tag(`${name} engine brand`, 'engine_brand', business)
  await tenants.tag(`${name} model`, 'model', business, brand)
  await tenants.carry(entity, tag)
  const bulkChange = await tenants.bulkChange(user)
  const sim = await tenants.sim(business, `89310${imei}`)
  const deviceUpdate = await tenants.deviceUpdate(device, `${name} firmware`)
  const deviceImport = await tenants.deviceImport(business)
  const entityImport = await tenants.entityImport(business)
  const historyImport = await tenants.historyImport(business, entity)
  const deviceClaim = await tenants.deviceClaim(business, '356307041111110')
  await tenants.deliver(business, '356307045555555')
  await tenants.deliver(business, '356307047777777')
  const deviceDelivery = await tenants.deliver(business, imei)
  const installPreset = await tenants.installPreset(user, `${name} preset`)
  const sentBack = await tenants.deviceReturn(device)
  const returnPhoto = await tenants.returnPhoto(sentBack)
  const maintenancePlan = await tenants.maintenancePlan(business, `${name} plan`)
  await tenants.maintain(maintenancePlan, entity)
  const maintenanceNotification = await tenants.maintenanceNotification(maintenancePlan, entity)
  const maintenancePhoto = await tenants.maintenancePhoto(maintenanceNotification)
  const trigger = await tenants.maintenanceTrigger(maintenancePlan, `${name} check`)
  const geofence = await tenants.geofence(business, `${name} yard`)
  const alertRule = await tenants.alertRule(business, `${name} leaves`, [geofence])
  const alert = await tenants.alert(alertRule, entity, device, new Date('2025-06-01T10:10Z'), geofence)
  // Only with a recovery contract can the vehicle be reported missing.
  await tenants.pool.query('UPDATE businesses SET recovery_contract = TRUE WHERE id = $1', [business])
  const subscription = await tenants.subscription(business, `${name} product`)
  await tenants.attach(business, subscription)
  const entitySubscription = await tenants.subscribe(entity, subscription)
  const insurance = await tenants.insure(entity, { insurer: `${name} insurer` })
  const insuranceDocument = await tenants.insuranceDocument(insurance)
  const order = await tenants.order(entity, subscription)
  const vehiclePhoto = await tenants.vehiclePhoto(entity)
  const invoice = await tenants.invoice(business, entity, subscription)
  const targetGroup = await tenants.tag(`${name} target group`, 'group', business)
  const reader = await tenants.user(`reader@${name.toLowerCase()}.example`, 'reporter', business)
  const reportSchedule = await tenants.reportSchedule(reader, business, `${name} schedule`)
  const reportRequest = await tenants.reportRequest(reader, [reader, user])
  const consumer = await tenants.consumer(business)
  await tenants.entity(business, `${name} customer’s bike`, { consumer_id: consumer })
  const notification = await tenants.notification(business, `${name} notification`)
  await tenants.told(notification, consumer, `${name} token`)
  const webhook = await tenants.webhook(business)
  const webhookDelivery = await tenants.webhookDelivery(webhook)
  const missingCase = await tenants.openCase(await tenants.entity(business, `${name} lost bike`))
  const searcher = await tenants.user(`searcher@${name.toLowerCase()}.example`, 'manager', business)
  const casePhoto = await tenants.caseRoom(missingCase, device)
  return {
    business,
    vendor: vendor ?? 0,
    enterprise: enterprise ?? 0,
    company: company ?? 0,
    department,
    entity,
    device,
    imei,
    trip,
    user,
    token,
    job,
    export: exported,
    role: 1,
    tag,
    tagGroup,
    brand,
    engineBrand,
    bulkChange,
    sim,
    deviceUpdate,
    deviceImport,
    entityImport,
    historyImport,
    deviceClaim,
    deviceDelivery,
    installPreset,
    return: sentBack,
    returnPhoto,
    maintenancePlan,
    maintenanceNotification,
    maintenancePhoto,
    trigger,
    geofence,
    alertRule,
    alert,
    subscription,
    entitySubscription,
    insurance,
    insuranceDocument,
    order,
    invoice,
    vehiclePhoto,
    missingCase,
    casePhoto,
    searcher,
    logbookEntry,
    reportRequest,
    reportSchedule,
    targetGroup,
    reader,
    notification,
    consumer,
    webhook,
    webhookDelivery,
    spareEntity: await tenants.entity(business, `${name} spare bike`),
  }
}

/** Raises the ids, so that they cannot be confused with other numbers in an answer. */
export async function spreadIds(tenants: Tenants): Promise<void> {
  const { rows } = await tenants.pool.query<{ name: string }>(
    `SELECT attrelid::regclass::text AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE a.attname = 'id' AND a.attidentity <> '' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'roles'`,
  )
  for (const [at, { name }] of rows.entries()) {
    await tenants.pool.query(`ALTER TABLE ${name} ALTER COLUMN id RESTART WITH ${700_000_001 + at * 1_000_000}`)
  }
}
