/** Where screens lead to one another; a screen that no other one leads to has its path in the list of screens alone. */
export const PATHS = {
  map: '/map',
  /** One vehicle on the map. */
  entityStatus: '/entity-status',
  installDevices: '/install-devices',
  installDevicesMobile: '/install-devices-mobile',
  missing: '/missing',
  alertRules: '/alert-rules',
  notifications: '/notifications',
  businesses: '/businesses',
  users: '/users',
  entities: '/entities',
  trips: '/trips',
  audit: '/audit',
  jobs: '/jobs',
  information: '/information',
} as const

/** The map with a vehicle selected. */
export const onMap = ({ id, imei }: { id: number; imei?: string | null }): string =>
  imei ? `${PATHS.map}/${imei}` : `${PATHS.map}?entity=${id}`

/** The map with a trip drawn, among those of its day. */
export const tripOnMap = ({ id, entityId, day }: { id: number; entityId: number; day: string }): string =>
  `${PATHS.map}?entity=${entityId}&trip=${id}&from=${day}&till=${day}`

/** The map with the vehicles of a state alone. */
export const stateOnMap = (state: string): string => `${PATHS.map}?state=${state}`

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
