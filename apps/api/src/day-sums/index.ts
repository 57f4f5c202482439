export { askedPeriod, dayAfter, daysBetween, entitiesOfGroup, isDay, todayIn, zoneOf } from './asked-days.js'
export { KeptZones } from './kept-zones.js'
export { type AskedDays, dayParts, type DaySum, daySums, ofEntities, startedTrips } from './day-sums.js'
