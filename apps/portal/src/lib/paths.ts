/** Paths by which screens link to each other. Other screens have their path only in the list of screens. */
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
  imports: '/imports',
  trips: '/trips',
  audit: '/audit',
  jobs: '/jobs',
  information: '/information',
  subscriptionManagement: '/subscription-management',
} as const

/** Path of the inbox with the open alerts that the user was notified of. The bell counts the same alerts. */
export const openAlerts = `${PATHS.alerts}?f.state=open&f.recipient=me`

/** Returns the path of the map with a vehicle selected. */
export const onMap = ({ id, imei }: { id: number; imei?: string | null }): string =>
  imei ? `${PATHS.map}/${imei}` : `${PATHS.map}?entity=${id}`

/** Returns the path of the map with a trip drawn, among those of its day. */
export const tripOnMap = ({ id, entityId, day }: { id: number; entityId: number; day: string }): string =>
  `${PATHS.map}?entity=${entityId}&trip=${id}&from=${day}&till=${day}`

/** Returns the path of the map with the trip of a moment, among those of its day. */
export const momentOnMap = ({ entityId, day, at }: { entityId: number; day: string; at: string }): string =>
  `${PATHS.map}?entity=${entityId}&from=${day}&till=${day}&at=${at}`

/** Returns the path of the map with only the vehicles of a state. */
export const stateOnMap = (state: string): string => `${PATHS.map}?state=${state}`

/** Returns the path of a geofence in the editor, for users who may change it. */
export const geofencePath = (id: number): string => `${PATHS.geofences}?dialog=edit:geofence&geofence=${id}`

/** Returns the path of the whole fleet's trips that began on a day. */
export const tripsOfDay = (day: string): string => `${PATHS.trips}?f.trip_started_at=${day}..${day}`

/** Path of the form for a new business. */
export const NEW_BUSINESS = `${PATHS.businesses}?dialog=create:business&type=0`

/** Returns the path of the form that imports a vehicle's earlier rides. */
export const importHistoryOf = (entityId: number): string => `${PATHS.imports}?dialog=create:import&entity=${entityId}`

/** Returns the path of a missing case. */
export const caseRoom = (id: number): string => `${PATHS.missing}/${id}`

/** Returns the path of a tracker's live test. */
export const liveTestOf = (imei: string): string => `${PATHS.installDevices}?tab=status&imei=${imei}`

/** Returns the path of all guides, or of one. */
export const guidePath = (guide?: string): string => `${PATHS.information}?tab=guides${guide ? `&guide=${guide}` : ''}`
