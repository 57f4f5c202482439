import { CircleDashed, Clock, type LucideIcon, MoonStar, PackageCheck, Radio, Siren, WifiOff } from 'lucide-react'
import type { Connection, Lifecycle } from './entity-state.js'

/** How it is drawn that a tracker is heard, wherever that is told (G-41); the glyphs of the markers tell of motion alone. */
export const CONNECTION_SIGNS: Readonly<Record<Connection, LucideIcon>> = {
  live: Radio,
  reported: Clock,
  sleeping: MoonStar,
  silent: WifiOff,
}

export const LIFECYCLE_SIGNS: Readonly<Record<Lifecycle, LucideIcon>> = {
  installed: PackageCheck,
  unregistered: CircleDashed,
  missing: Siren,
}
