import { Bike, Car, type LucideIcon, Motorbike, PackageOpen } from 'lucide-react'
import { createElement } from 'react'

/** Icons by vehicle type. */
const icons: Record<string, LucideIcon> = {
  eBike: Bike,
  eCargoBike: Bike,
  speedPedelec: Bike,
  eMoped: Motorbike,
  moped: Motorbike,
  automobile: Car,
}

export function VehicleIcon({ vehicleType, size }: { vehicleType: string; size: number }) {
  return createElement(icons[vehicleType] ?? PackageOpen, { size })
}
