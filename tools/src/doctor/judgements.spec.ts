import { Topic } from '@roadbook/contracts'
import type { GroupStats } from '@roadbook/event-log'
import type { Check, Patient } from './check.js'
import { judgeBackup } from './checks/operations/backup.js'
import { judgeCanary } from './checks/operations/canary.js'
import { judgeSkew } from './checks/database.js'
import { judgeDescriptors } from './checks/descriptors.js'
import { judgeConsumption, judgePartitions } from './checks/event-log.js'
import { judgeJobs } from './checks/jobs.js'
import { judgeNode } from './checks/node.js'
import { judgeZones } from './checks/time-zones.js'
import { forecastDisk, type DiskFacts } from './disk-forecast.js'
import { describeFinding, worst } from './doctor-command.js'
import { examine } from './examine.js'
import { bytesPerDay, compressedShare } from './growth.js'

const GB = 1e9
const now = Date.parse('2025-11-20T12:00:00Z')
const DAY_MS = 86_400_000

describe('doctor, on the disk', () => {
  const facts = (changes: Partial<DiskFacts>): DiskFacts => ({
    freeBytes: 400 * GB,
    totalBytes: 1_000 * GB,
    waypointBytes: 100 * GB,
    waypointBytesPerDay: 1 * GB,
    logBytesToCome: 0,
    retentionMonths: 24,
    now,
    ...changes,
  })

  it('says on which day it will be full, before the retention is reached, and what would be enough', () => {
    expect(forecastDisk(facts({}))).toMatchObject([
      {
        status: 'warn',
        text: '400.0 GB of 1.0 TB free; at 1.0 GB of waypoints a day it is full on 2026-12-25, in 400 days, before the 24 months are reached',
        remedy: expect.stringContaining('add 230.6 GB, or lower RETENTION_MONTHS (24) to 16'),
      },
    ])
  })

  it('counts in what the event log has yet to take', () => {
    expect(forecastDisk(facts({ logBytesToCome: 100 * GB }))[0]!.text).toContain('in 300 days')
  })

  it('is content where retention drops as much as comes before it is full', () => {
    expect(forecastDisk(facts({ retentionMonths: 12 }))).toMatchObject([{ status: 'ok', text: expect.stringContaining('never') }])
  })

  it('fails a week before the end, and where a tenth is left', () => {
    expect(forecastDisk(facts({ waypointBytesPerDay: 60 * GB }))).toMatchObject([
      { status: 'fail', text: expect.stringContaining('2025-11-27, in 6 days') },
    ])
    expect(forecastDisk(facts({ freeBytes: 99 * GB }))).toMatchObject([{ status: 'fail' }])
  })

  it('makes no guess on the first day', () => {
    const { waypointBytesPerDay: _, ...young } = facts({})
    expect(forecastDisk(young)).toMatchObject([{ status: 'ok', text: expect.stringContaining('too early') }])
  })
})

describe('doctor, on jobs', () => {
  it('misses a process that does them where the API has run for a while', () => {
    const statuses = [true, false].flatMap((is_up) => [true, false].map((is_still) => judgeJobs({ is_up, is_still }).status))
    expect(statuses).toEqual(['warn', 'ok', 'ok', 'ok'])
  })
})

describe('doctor, on time zones', () => {
  /** Time zones as Node has them. */
  const database = new Map(
    Intl.supportedValuesOf('timeZone').map((name): [string, number] => [
      name.toLowerCase(),
      name === 'Europe/Amsterdam' ? 3_600_000 : 0,
    ]),
  )
  const without = (name: string) => new Map([...database].filter(([known]) => known !== name))

  it('is content where the database has the clocks that Node has', () => {
    expect(judgeZones(['Europe/Amsterdam'], database, now)).toMatchObject([{ status: 'ok' }])
  })

  it('names zones in use whose clocks differ, and those that one of both does not know', () => {
    expect(judgeZones(['Europe/Amsterdam', 'Europe/Berlin', 'CET'], database, now)).toMatchObject([
      { status: 'warn', text: 'Node or the database does not know the time zone CET' },
      { status: 'warn', text: expect.stringContaining('differ in Europe/Berlin') },
    ])
  })

  it('names zones that browsers offer and the database lacks', () => {
    expect(judgeZones([], without('asia/calcutta'), now)).toMatchObject([
      { status: 'warn', text: expect.stringContaining('1 time zones'), remedy: expect.stringContaining('tzdata-legacy') },
    ])
  })
})

describe('how fast waypoints grow', () => {
  it('counts what compression leaves of them, and the three weeks for which they wait for it', () => {
    const facts = { freeBytes: 400 * GB, totalBytes: 1_000 * GB, retentionMonths: 24, now }
    const compressed = { ...facts, waypointBytes: 50 * GB, waypointBytesPerDay: 1 * GB, compressedShare: 0.1 }
    expect(forecastDisk(compressed)).toMatchObject([
      { status: 'ok', text: expect.stringContaining('100.0 MB of waypoints a day') },
    ])
    // 24 months of 0.1 GB a day are 73 GB. Three weeks of 0.9 GB a day are another 19 GB.
    expect(forecastDisk({ ...compressed, freeBytes: 42 * GB, totalBytes: 100 * GB })[0]!.text).toContain('never')
    expect(forecastDisk({ ...compressed, freeBytes: 41 * GB, totalBytes: 100 * GB })[0]).toMatchObject({ status: 'warn' })
  })

  it('knows what compression leaves by the newest week that it did', () => {
    const begins = new Date(now)
    const weeks = [
      { begins, ends: begins, bytes: 5 * GB, raw_bytes: 10 * GB },
      { begins, ends: begins, bytes: 1 * GB, raw_bytes: 10 * GB },
      { begins, ends: begins, bytes: 10 * GB, raw_bytes: null },
    ]
    expect(compressedShare(weeks)).toBeCloseTo(0.1)
    expect(compressedShare(weeks.slice(2))).toBe(1)
  })

  const week = (begins: string, bytes: number) => ({
    begins: new Date(begins),
    ends: new Date(Date.parse(begins) + 7 * DAY_MS),
    bytes,
  })

  it('is read off this week, of which three and a half days are over', () => {
    expect(bytesPerDay([week('2025-11-10', 50 * GB), week('2025-11-17', 7 * GB)], now)).toBeCloseTo(2 * GB)
  })

  it('is read off the last week on a Monday morning', () => {
    const monday = Date.parse('2025-11-17T06:00:00Z')
    expect(bytesPerDay([week('2025-11-10', 14 * GB), week('2025-11-17', 1)], monday)).toBeCloseTo(2 * GB)
  })

  it('is unknown where the last week was empty, too', () => {
    const monday = Date.parse('2025-11-17T06:00:00Z')
    expect(bytesPerDay([week('2025-11-17', 1_000_000)], monday)).toBeUndefined()
  })
})

describe('doctor, on consumers', () => {
  const group = (changes: Partial<GroupStats>): GroupStats => ({ group: 'consumer', lag: 0, members: 2, ...changes })
  it.each<[string, GroupStats[], string, string]>([
    ['is content with those that keep up', [group({ lag: 12, waitingSince: now - 900 })], 'ok', '12 messages wait'],
    ['warns of those that fall behind', [group({ lag: 9_000, waitingSince: now - 120_000 })], 'warn', 'fall behind'],
    ['fails those that have stalled', [group({ lag: 9_000, waitingSince: now - 3_600_000 })], 'fail', 'stalled'],
    ['fails where nobody reads', [group({ members: 0 })], 'fail', 'no consumer reads'],
    ['fails where nobody ever read what is there', [], 'fail', 'no consumer has ever read it'],
  ])('%s', (_name, groups, status, text) => {
    expect(judgeConsumption(Topic.packets, { groups, messages: 20, partitions: 12 }, now)).toMatchObject({
      status,
      text: expect.stringContaining(text),
    })
  })
})

describe('doctor, on the partitions of the event log', () => {
  it.each([
    [undefined, []],
    ['12', []],
    ['24', ['tracker.packets has 12 partitions, EVENT_LOG_PARTITIONS is 24', 'npx roadbook log partitions 24']],
    ['6', ['tracker.packets has 12 partitions, EVENT_LOG_PARTITIONS is 6', 'set EVENT_LOG_PARTITIONS=12']],
  ])('with 12 partitions and EVENT_LOG_PARTITIONS=%s says %j', (wanted, said) => {
    const findings = judgePartitions(12, wanted)
    expect(findings.flatMap(({ text, remedy }) => [text, remedy])).toEqual(said.map((part) => expect.stringContaining(part)))
  })
})

describe('doctor', () => {
  it.each([
    ['24.7.0', 'ok'],
    ['24.10.1', 'ok'],
    ['26.0.0', 'ok'],
    ['24.6.9', 'fail'],
    ['22.20.0', 'fail'],
  ])('judges Node %s as %s where 24.7 is needed', (version, status) => {
    expect(judgeNode(version, '24.7')).toMatchObject({ status })
  })

  it.each([
    [1_024, 'fail'],
    [65_536, 'ok'],
    ['unlimited', 'ok'],
    [undefined, 'warn'],
  ])('judges a limit of %s open files for 19 500 connections as %s', (limit, status) => {
    expect(judgeDescriptors(limit, 19_500)).toMatchObject({ status })
  })

  it.each([
    [12, 'ok', '12 ms'],
    [-4_200, 'warn', '4.2 s behind'],
    [400_000, 'fail', '400.0 s ahead'],
  ])('judges a database clock that is off by %s ms as %s', (skewMs, status, text) => {
    expect(judgeSkew(skewMs)).toMatchObject({ status, text: expect.stringContaining(text) })
  })

  it('goes on after a check that rejects or hangs, and skips what stands on a thing that is away', async () => {
    const seen: string[] = []
    const done = (name: string, status: 'ok' | 'fail') => () => {
      seen.push(name)
      return Promise.resolve([{ status, text: name }])
    }
    const checks: Check[] = [
      { name: 'broken', look: () => Promise.reject(new Error('no such file')) },
      { name: 'hanging', look: () => new Promise(() => undefined) },
      { name: 'database', look: done('database', 'fail') },
      { name: 'schema', needs: 'database', look: done('schema', 'ok') },
      { name: 'event log', look: done('event log', 'ok') },
      { name: 'consumption', needs: 'event log', look: done('consumption', 'ok') },
    ]
    const findings = []
    for await (const finding of examine({} as Patient, checks, 20)) findings.push(finding)
    expect(findings).toMatchObject([
      { check: 'broken', status: 'fail', text: 'could not look: no such file' },
      { check: 'hanging', status: 'fail', text: expect.stringContaining('no answer') },
      { check: 'database', status: 'fail' },
      { check: 'schema', status: 'warn', text: 'not looked at: the database is away' },
      { check: 'event log', status: 'ok' },
      { check: 'consumption', status: 'ok' },
    ])
    expect(seen).toEqual(['database', 'event log', 'consumption'])
    expect(worst(findings)).toBe('fail')
  })

  it('prints lines of at most 100 characters, the remedy below', () => {
    const lines = describeFinding({ check: 'disk', status: 'warn', text: 'word '.repeat(40), remedy: 'mend '.repeat(40) })
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100)
    expect(lines[0]).toMatch(/^warn {2}disk {13}word/)
    expect(lines.some((line) => line.includes('→ mend'))).toBe(true)
  })
})

describe('doctor, on backups', () => {
  const made = (hours: number, file = '/backup/Mon.zst') => ({ takenAt: new Date(now - hours * 3_600_000), file, bytes: 1 })

  it.each([
    [made(10), 'ok', 'the last backup is 10 h old (/backup/Mon.zst)'],
    [made(0, '-'), 'ok', 'the last backup is 0 s old (standard output)'],
    [made(37), 'warn', 'the last backup is 37 h old (/backup/Mon.zst)'],
    [made(8 * 24), 'fail', 'the last backup is 8 d old (/backup/Mon.zst)'],
    [undefined, 'warn', 'no backup was made by "npx roadbook backup"'],
  ])('says how old the last one is, and whether nights were missed (%#)', (last, status, text) => {
    expect(judgeBackup(last, now)).toMatchObject({ status, text })
  })
})

describe('doctor, on a canary', () => {
  const metrics = (broken: string, seenAt: number) =>
    `canary_broken{at="gateway"} 0\ncanary_broken{at="map"} ${broken}\ncanary_seen_seconds 1.25\ncanary_last_seen_timestamp_seconds ${seenAt / 1_000}\n`

  it.each([
    [metrics('0', now - 5_000), 'ok', 'the canary saw its position on the map after 1.3 s, 5 s ago'],
    [metrics('0', 0), 'ok', 'the canary has just started'],
    [
      metrics('1', now - 240_000),
      'fail',
      'the way from a tracker to the map is broken at map; a position was last seen: 4 min ago',
    ],
    [metrics('1', 0), 'fail', 'the way from a tracker to the map is broken at map; a position was last seen: never'],
    [metrics('0', now - 2 * DAY_MS), 'fail', 'the canary saw no position for 2 d'],
    ['up 1\n', 'fail', 'CANARY_METRICS_URL answers, but not as a canary'],
  ])('says where the way is broken, or that the canary stands still (%#)', (text, status, found) => {
    expect(judgeCanary(text, now)).toMatchObject([{ status, text: found }])
  })
})
