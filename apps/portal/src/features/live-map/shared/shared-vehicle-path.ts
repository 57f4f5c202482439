/** Path of a link to a vehicle. The secret follows after `#`, so that it never reaches a server log. */
export const SHARED_VEHICLE_PATH = '/shared-vehicle'
