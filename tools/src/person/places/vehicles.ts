import { OF_VEHICLE, ofParent, ofTrackerAt, ofVehicleAt, type Place } from './place.js'

const ACCOUNTS = 'bookkeeping: Dutch law asks for 7 years, German law for 8 and 10, French law for 10'
const CLOSED_LOGBOOK =
  'closed logbook of a business: it is kept for the tax office as the bookkeeping is, and no entry may change'
const NO_PLACE = 'the distance stays in the sums of the business; the place goes'
const CASE = ofVehicleAt('opened_at')
const INSURED = ofVehicleAt('created_at')
const SERVICE = ofVehicleAt('created_at')
const RETURN = ofVehicleAt('created_at')
const TRIP = ofVehicleAt('started_at')
const STAY = ofVehicleAt('installed_at')
const MONTH = ofVehicleAt('month')

/** Tables about vehicles, where they were, and what happened to them. */
export const VEHICLES: Readonly<Record<string, Place>> = {
  entities: {
    holds: 'a vehicle',
    names: 'frame_number license_plate',
    text: 'name short_name',
    codes: 'vehicle_type brand model color engine_brand engine_model power_unit',
    theirs: 't.id IN (SELECT entity_id FROM pg_temp.person_vehicles WHERE is_theirs_now)',
    erasure: {
      blanked: {
        name: "'Erased vehicle ' || t.id",
        short_name: 'NULL',
        frame_number: 'NULL',
        license_plate: 'NULL',
        deleted_at: 'coalesce(t.deleted_at, now())',
      },
      because: 'trips and bookkeeping name it by its id',
    },
  },
  entity_photos: {
    holds: 'the photo of a vehicle',
    files: 'content',
    codes: 'media_type',
    theirs: ofVehicleAt('added_at'),
    erasure: 'deleted',
  },
  entity_shares: {
    holds: 'links to a vehicle',
    secrets: 'token_hash',
    theirs: ofVehicleAt('created_at'),
    erasure: 'deleted',
  },
  entity_tags: { holds: 'tags of vehicles', codes: 'slot', theirs: OF_VEHICLE, erasure: 'deleted' },
  waypoints: {
    holds: 'positions that trackers sent',
    places: 'latitude longitude',
    codes: 'attributes',
    theirs: ofTrackerAt('positioned_at'),
    erasure: 'deleted',
  },
  waypoints_aside: {
    holds: 'positions that do not count',
    places: 'fix',
    theirs: ofTrackerAt('positioned_at'),
    erasure: 'deleted',
  },
  packets_aside: {
    holds: 'messages of trackers that wait for review',
    places: 'value headers',
    secrets: 'digest',
    theirs: ofTrackerAt('received_at'),
    erasure: 'deleted',
  },
  doubted_senders: {
    holds: 'unknown senders for a tracker',
    places: 'latitude longitude',
    codes: 'reason protocol network certificate decision newcomer_network',
    theirs: ofTrackerAt('last_at'),
    erasure: 'deleted',
  },
  device_states: {
    holds: 'the last position of a tracker',
    places: 'latitude longitude segmentation',
    codes: 'imei',
    theirs: 't.device_id IN (SELECT device_id FROM pg_temp.person_stays WHERE is_on_it_now)',
    erasure: {
      blanked: {
        latitude: 'NULL',
        longitude: 'NULL',
        valid_positioned_at: 'NULL',
        segmentation: 'NULL',
        revision: 't.revision + 1',
      },
      because: 'it is of the tracker',
    },
  },
  trips: {
    holds: 'trips',
    places: 'start_latitude start_longitude stop_latitude stop_longitude',
    theirs: TRIP,
    erasure: {
      blanked: { start_latitude: '0', start_longitude: '0', stop_latitude: '0', stop_longitude: '0', is_open: 'FALSE' },
      because: NO_PLACE,
    },
  },
  trip_days: {
    holds: 'distances by day',
    theirs: OF_VEHICLE,
    erasure: { kept: 'sums without a place, of a vehicle without a name' },
  },
  trip_matches: {
    holds: 'distances by road',
    theirs: ofParent('trip_id', 'trips', TRIP),
    erasure: { kept: 'a distance without a place' },
  },
  trip_purposes: {
    holds: 'purposes of trips',
    text: 'driver note',
    codes: 'purpose',
    theirs: ofParent('trip_id', 'trips', TRIP),
    erasure: 'deleted',
  },
  trip_joins: {
    holds: 'trips that were joined by hand',
    theirs: ofVehicleAt('from_at'),
    erasure: { kept: 'moments without a place' },
  },
  trip_recalculations: {
    holds: 'trips that were computed again',
    codes: 'installation_ids state',
    theirs: ofVehicleAt('from_at'),
    erasure: { kept: 'moments without a place' },
  },
  logbook_months: {
    holds: 'closed months of logbooks',
    codes: 'time_zone',
    theirs: MONTH,
    erasure: { kept: CLOSED_LOGBOOK },
    unchangeable: CLOSED_LOGBOOK,
  },
  logbook_entries: {
    holds: 'trips in closed logbooks',
    names: 'driver',
    text: 'note',
    places: 'start_address stop_address',
    codes: 'purpose',
    theirs: ofParent('month_id', 'logbook_months', MONTH),
    erasure: { kept: CLOSED_LOGBOOK },
    unchangeable: CLOSED_LOGBOOK,
  },
  logbook_corrections: {
    holds: 'corrections of closed logbooks',
    names: 'driver',
    text: 'note reason',
    codes: 'purpose',
    theirs: ofParent('entry_id', 'logbook_entries', ofParent('month_id', 'logbook_months', MONTH)),
    erasure: { kept: CLOSED_LOGBOOK },
    unchangeable: CLOSED_LOGBOOK,
  },
  installations: {
    holds: 'which tracker was on a vehicle, and when',
    text: 'removal_reason',
    theirs: STAY,
    erasure: {
      blanked: {
        removal_reason: 'NULL',
        // The vehicle may belong to another customer by now and still have its tracker.
        removed_at: `CASE WHEN ${OF_VEHICLE} THEN coalesce(t.removed_at, greatest(now(), t.installed_at + interval '1 second'))
          ELSE t.removed_at END`,
      },
      because: 'a tracker stays hidden until it has moved',
    },
  },
  alert_states: {
    holds: 'what alerts go on from',
    places: 'state',
    theirs: ofParent('installation_id', 'installations', OF_VEHICLE),
    erasure: 'deleted',
  },
  alerts: {
    holds: 'alerts',
    text: 'note',
    places: 'latitude longitude',
    codes: 'kind',
    theirs: ofVehicleAt('began_at'),
    erasure: 'deleted',
  },
  alert_news: {
    holds: 'alerts to be sent',
    codes: 'change',
    theirs: ofParent('alert_id', 'alerts', ofVehicleAt('began_at')),
    erasure: 'deleted',
  },
  missing_cases: {
    holds: 'cases of missing vehicles',
    text: 'note end_note end_reason police_report_number reward insurer',
    places: 'reported_latitude reported_longitude',
    codes: 'state reason',
    theirs: CASE,
    erasure: 'deleted',
  },
  missing_case_events: {
    holds: 'what happened in a case',
    text: 'note',
    codes: 'kind reason',
    theirs: ofParent('case_id', 'missing_cases', CASE),
    erasure: 'deleted',
  },
  missing_case_movements: {
    holds: 'movements of a missing vehicle',
    theirs: ofParent('case_id', 'missing_cases', CASE),
    erasure: 'deleted',
  },
  missing_case_photos: {
    holds: 'the photo of a missing vehicle',
    files: 'content',
    theirs: ofParent('case_id', 'missing_cases', CASE),
    erasure: 'deleted',
  },
  missing_case_reporting: {
    holds: 'trackers that report more often',
    codes: 'state protocol former',
    theirs: ofParent('case_id', 'missing_cases', CASE),
    erasure: 'deleted',
  },
  missing_case_shares: {
    holds: 'links to a missing vehicle',
    secrets: 'token_hash',
    theirs: ofParent('case_id', 'missing_cases', CASE),
    erasure: 'deleted',
  },
  insurances: {
    holds: 'insurances of a vehicle',
    names: 'policy_number',
    text: 'insurer',
    codes: 'coverage currency',
    theirs: INSURED,
    erasure: 'deleted',
  },
  insurance_documents: {
    holds: 'papers of an insurance',
    text: 'name',
    files: 'content',
    codes: 'media_type',
    theirs: ofParent('insurance_id', 'insurances', INSURED),
    erasure: 'deleted',
  },
  insurance_notices: {
    holds: 'notices that an insurance ends',
    codes: 'kind',
    theirs: ofParent('insurance_id', 'insurances', INSURED),
    erasure: 'deleted',
  },
  orders: {
    holds: 'orders for a vehicle',
    text: 'entity_name note',
    codes: 'title period currency status method vat_treatment',
    theirs: ofVehicleAt('created_at'),
    erasure: { blanked: { entity_name: "'Erased vehicle ' || t.entity_id", note: 'NULL' }, because: ACCOUNTS },
  },
  provider_payments: {
    holds: 'payments at a provider',
    codes: 'provider ref intent currency status problem',
    theirs: ofParent('order_id', 'orders', ofVehicleAt('created_at')),
    erasure: { kept: ACCOUNTS },
  },
  invoices: {
    holds: 'invoices between businesses',
    names: 'seller buyer',
    text: 'entity_name',
    codes: 'prefix locale title period currency vat_treatment',
    theirs: ofParent('order_id', 'orders', ofVehicleAt('created_at')),
    erasure: { kept: ACCOUNTS },
    unchangeable: ACCOUNTS,
  },
  entity_subscriptions: {
    holds: 'subscriptions of a vehicle',
    codes: 'status period currency',
    theirs: ofVehicleAt('created_at'),
    erasure: { kept: ACCOUNTS },
  },
  subscription_notices: {
    holds: 'notices that a subscription ends',
    codes: 'kind',
    theirs: ofParent('entity_subscription_id', 'entity_subscriptions', ofVehicleAt('created_at')),
    erasure: 'deleted',
  },
  maintenance_notifications: {
    holds: 'services of a vehicle',
    text: 'note',
    codes: 'status currency',
    theirs: SERVICE,
    erasure: { blanked: { note: 'NULL' }, because: 'costs of the business' },
  },
  maintenance_photos: {
    holds: 'photos of a service',
    files: 'content',
    codes: 'media_type',
    theirs: ofParent('notification_id', 'maintenance_notifications', SERVICE),
    erasure: 'deleted',
  },
  maintenance_plan_entities: { holds: 'plans of a vehicle', theirs: OF_VEHICLE, erasure: 'deleted' },
  odometers: { holds: 'the odometer of a vehicle', theirs: OF_VEHICLE, erasure: { kept: 'a distance without a place' } },
  odometer_readings: {
    holds: 'readings of an odometer',
    theirs: ofVehicleAt('read_at'),
    erasure: { kept: 'a distance without a place' },
  },
  device_commands: {
    holds: 'commands to a tracker, with its answers',
    names: 'text',
    text: 'reply failure_detail',
    codes: 'kind idempotency_key state gateway failure',
    theirs: ofVehicleAt('created_at'),
    erasure: {
      blanked: { reply: "CASE WHEN t.reply IS NOT NULL THEN '***' END" },
      because: 'it is of the tracker; the answer may have a place',
    },
  },
  device_returns: {
    holds: 'trackers that were sent back',
    names: 'ship_name ship_address ship_postcode ship_city',
    text: 'note',
    codes: 'imei reason ship_country state',
    theirs: RETURN,
    erasure: { kept: 'the return of a business, with its own address' },
  },
  device_return_photos: {
    holds: 'photos of a returned tracker',
    files: 'content',
    codes: 'media_type',
    theirs: ofParent('return_id', 'device_returns', RETURN),
    erasure: 'deleted',
  },
  webhook_events: {
    holds: 'events for webhooks',
    text: 'body',
    codes: 'kind subject',
    theirs: ofVehicleAt('happened_at'),
    erasure: 'deleted',
  },
  webhook_deliveries: {
    holds: 'events sent to webhooks',
    codes: 'state problem',
    theirs: ofParent('event_id', 'webhook_events', ofVehicleAt('happened_at')),
    erasure: 'deleted',
  },
}
