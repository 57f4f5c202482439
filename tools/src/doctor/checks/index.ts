import type { Check } from '../check.js'
import { backup } from './operations/backup.js'
import { canary } from './operations/canary.js'
import { configuration } from './configuration.js'
import { clock, database, privileges, schema } from './database.js'
import { descriptors } from './descriptors.js'
import { disk } from './disk.js'
import { consumption, eventLog, rejected } from './event-log.js'
import { geocoder } from './geocoder.js'
import { jobs } from './jobs.js'
import { mail } from './mail.js'
import { node } from './node.js'
import { pooler } from './operations/pooler.js'
import { timeZones } from './time-zones.js'
import { issuer, ports, services } from './services.js'
import { trackerClocks, unknownTrackers } from './trackers.js'
import { tripDays } from './trips.js'
import { partitions } from './waypoints.js'

/** All checks, in the order of their dependencies. */
export const CHECKS: readonly Check[] = [
  node,
  configuration,
  descriptors,
  ports,
  database,
  pooler,
  schema,
  privileges,
  clock,
  timeZones,
  partitions,
  tripDays,
  eventLog,
  consumption,
  disk,
  backup,
  services,
  jobs,
  issuer,
  canary,
  mail,
  geocoder,
  unknownTrackers,
  trackerClocks,
  rejected,
]
