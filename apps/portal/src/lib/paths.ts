/** Where screens lead to one another; a screen that no other one leads to has its path in the list of screens alone. */
export const PATHS = {
  map: '/map',
  /** One vehicle on the map. */
  entityStatus: '/entity-status',
  installDevices: '/install-devices',
  installDevicesMobile: '/install-devices-mobile',
  missing: '/missing',
  alerts: '/alerts',
  alertRules: '/alert-rules',
  geofences: '/geofences',
  notifications: '/notifications',
  businesses: '/businesses',
  users: '/users',
  entities: '/entities',
  trips: '/trips',
  audit: '/audit',
  jobs: '/jobs',
  information: '/information',
  subscriptionManagement: '/subscription-management',
} as const

/** The inbox with what waits for somebody. */
export const openAlerts = `${PATHS.alerts}?f.state=open`

/** The map with a vehicle selected. */
export const onMap = ({ id, imei }: { id: number; imei?: string | null }): string =>
  imei ? `${PATHS.map}/${imei}` : `${PATHS.map}?entity=${id}`

/** The map with a trip drawn, among those of its day. */
export const tripOnMap = ({ id, entityId, day }: { id: number; entityId: number; day: string }): string =>
  `${PATHS.map}?entity=${entityId}&trip=${id}&from=${day}&till=${day}`

/** The map with the trip of a moment, among those of its day. */
export const momentOnMap = ({ entityId, day, at }: { entityId: number; day: string; at: string }): string =>
  `${PATHS.map}?entity=${entityId}&from=${day}&till=${day}&at=${at}`

/** The map with the vehicles of a state alone. */
export const stateOnMap = (state: string): string => `${PATHS.map}?state=${state}`

/** A geofence under the pencil, for who may change it. */
export const geofencePath = (id: number): string => `${PATHS.geofences}?dialog=edit:geofence&geofence=${id}`

/** The trips that began on a day, of the whole fleet. */
export const tripsOfDay = (day: string): string => `${PATHS.trips}?f.trip_started_at=${day}..${day}`

/** The form of a new business. */
export const NEW_BUSINESS = `${PATHS.businesses}?dialog=create:business&type=0`

/** The room of a case. */
export const caseRoom = (id: number): string => `${PATHS.missing}/${id}`

/** The live test of a tracker. */
export const liveTestOf = (imei: string): string => `${PATHS.installDevices}?tab=status&imei=${imei}`

/** The guides: all of them, or one. */
export const guidePath = (guide?: string): string => `${PATHS.information}?tab=guides${guide ? `&guide=${guide}` : ''}`
