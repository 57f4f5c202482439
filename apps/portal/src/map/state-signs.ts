import { CircleDashed, Clock, type LucideIcon, MoonStar, PackageCheck, Radio, Siren, WifiOff } from 'lucide-react'
import type { Connection, Lifecycle } from './entity-state.js'

/** Icons for a tracker's connection, wherever it is shown (G-41). The marker glyphs show only motion. */
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
