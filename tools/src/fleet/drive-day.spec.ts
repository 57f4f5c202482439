import path from 'node:path'
import { FixValidity, type Fix } from '@roadbook/contracts'
import { distanceM } from '@roadbook/geo'
import type { City } from './city.js'
import { DAY_MS, driveDay, driveDays, homePlace } from './drive-day.js'
import { loadCity } from './load-city.js'
import type { FleetVehicle } from './vehicle-profile.js'

const MONDAY = Date.UTC(2025, 9, 6)
const bike: FleetVehicle = { imei: '356307042441013', vehicleType: 'eBike' }
const car: FleetVehicle = { imei: '356307042441021', vehicleType: 'automobile' }
const place = ({ latitude, longitude }: Fix) => ({ latitude: latitude!, longitude: longitude! })

describe('a day of the demo fleet', () => {
  let city: City
  let days: Fix[][]

  beforeAll(() => {
    city = loadCity(path.join(__dirname, '../../../data/liechtenstein-roads.geojson.gz'))
    days = [bike, car].flatMap((vehicle) => [...driveDays(city, vehicle, MONDAY, 5, 1)])
  })

  it('is the same for the same seed and another one for another seed', () => {
    expect(driveDay(city, bike, MONDAY, 1)).toEqual(driveDay(city, bike, MONDAY, 1))
    expect(driveDay(city, bike, MONDAY, 1)).not.toEqual(driveDay(city, bike, MONDAY, 2))
  })

  it('holds fixes in time order that stay within the day', () => {
    for (const [index, fixes] of days.entries()) {
      const times = fixes.map(({ positionedAt }) => positionedAt)
      const start = MONDAY + (index % 5) * DAY_MS
      expect(times).toEqual([...new Set(times)].sort((one, other) => one - other))
      expect(times.every((time) => time >= start && time < start + DAY_MS)).toBe(true)
    }
  })

  it('starts every drive with ignition on, ends it with ignition off, and reports every ten seconds between', () => {
    for (const fixes of days) {
      const switches = fixes.filter(({ event }) => event === 239).map(({ ignition }) => ignition)
      expect(switches.every((ignition, at) => ignition === (at % 2 === 0))).toBe(true)
      expect(switches.length % 2).toBe(0)
      fixes.forEach((fix, at) => {
        if (at > 0 && fixes[at - 1]!.ignition) expect(fix.positionedAt - fixes[at - 1]!.positionedAt).toBeLessThanOrEqual(10_000)
      })
    }
  })

  it('moves no faster than the vehicle can, and the odometer runs as far as the line', () => {
    for (const [index, fixes] of days.entries()) {
      const valid = fixes.filter(({ validity }) => validity === FixValidity.valid)
      const topKph = index < 5 ? 24 : 110
      expect(Math.max(...valid.map(({ speedKph }) => speedKph!))).toBeLessThanOrEqual(topKph)
      for (let at = 1; at < valid.length; at++) {
        const seconds = (valid[at]!.positionedAt - valid[at - 1]!.positionedAt) / 1000
        const metres = distanceM(place(valid[at - 1]!), place(valid[at]!))
        expect(metres).toBeLessThanOrEqual((topKph / 3.6) * seconds + 15)
        expect(valid[at]!.odometerM! - valid[at - 1]!.odometerM!).toBeGreaterThanOrEqual(metres - 20)
      }
    }
  })

  it('loses the sky now and then, without inventing positions', () => {
    const blind = days.flat().filter(({ validity }) => validity === FixValidity.noFix)
    expect(blind.length).toBeGreaterThan(0)
    expect(blind.every(({ satellites, speedKph }) => satellites === 0 && speedKph === 0)).toBe(true)
  })

  it('ends at home, where the next day begins, and counts the odometer on', () => {
    const week = days.slice(0, 5)
    const home = city.junctions[city.networks.bike.places[homePlace(city, bike)]!]!
    for (const [at, fixes] of week.entries()) {
      expect(distanceM(place(fixes.at(-1)!), home)).toBeLessThan(1)
      if (at > 0) expect(fixes[0]!.odometerM).toBe(week[at - 1]!.at(-1)!.odometerM)
    }
  })

  it('reports in the intervals that it is given', () => {
    const sparse = driveDay(city, car, MONDAY, 1, { intervalS: 60, restIntervalS: 7_200 })
    expect(sparse.length).toBeLessThan(days[5]!.length / 3)
  })
})
