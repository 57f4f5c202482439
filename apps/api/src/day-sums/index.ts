export { askedPeriod, dayAfter, daysBetween, entitiesOfGroup, isDay, zoneOf } from './asked-days.js'
export { todayIn } from './days.repository.js'
export { KeptZones } from './kept-zones.js'
export { type AskedDays, dayParts, type DaySum, daySums, ofEntities, startedTrips } from './day-sums-sql.js'
