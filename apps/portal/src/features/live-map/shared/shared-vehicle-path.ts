/** Where a link to a vehicle leads; its secret follows after `#`, so that no server log ever holds it. */
export const SHARED_VEHICLE_PATH = '/shared-vehicle'
