import { globSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-program.mjs'

const MOST = 14
const OTHERS = /(^|\/)(node_modules|dist)\//
const TESTS = /\.(spec|proof|e2e)\./

/**
 * Folders that had more files than the limit when the rule was introduced. If a file is added to one of them, another file
 * must be moved out first.
 */
const FULL = {
  'apps/api/src/features/commands': 15,
  'apps/api/src/features/geofences/import': 15,
  'apps/api/src/http': 30,
  'apps/api/src/papers': 16,
  'apps/consumer/src': 39,
  'apps/gateway/src': 25,
  'apps/portal/src/app/layout': 27,
  'apps/portal/src/app/routes': 24,
  'apps/portal/src/components': 55,
  'apps/portal/src/components/scanner': 17,
  'apps/portal/src/features/devices/possession': 15,
  'apps/portal/src/features/entities/components': 19,
  'apps/portal/src/features/live-map': 19,
  'apps/portal/src/features/live-map/components': 19,
  'apps/portal/src/features/live-test/components': 17,
  'apps/portal/src/lib': 24,
  'apps/portal/src/map': 16,
  'apps/portal/src/map/layers': 25,
  'apps/portal/src/map/vector': 17,
  'apps/portal/src/table': 22,
  'apps/portal/src/table/components': 24,
  'apps/portal/src/testing': 17,
  'libs/contracts/src': 32,
  'libs/event-log/src/kafka': 15,
  'libs/event-log/src/postgres': 15,
  'libs/platform/src': 21,
  'libs/protocols/src/gt06': 20,
  'libs/protocols/src/h02': 17,
  'libs/protocols/src/jt808': 18,
  'libs/protocols/src/osmand': 16,
  'libs/protocols/src/queclink': 17,
  'libs/protocols/src/teltonika': 16,
  'libs/track-store/src': 28,
  'tools/src/doctor/checks': 15,
  'tools/src/fleet': 18,
}

describe('a folder', () => {
  it('holds at most fourteen source files, specs aside, or no more than it did', () => {
    const counts = new Map<string, number>()
    for (const file of globSync('{apps,libs,tools}/**/*.{ts,tsx,mjs,cjs}', {
      cwd: root,
      exclude: (name) => OTHERS.test(`${name}/`),
    })) {
      if (OTHERS.test(file) || TESTS.test(file)) continue
      const folder = path.dirname(file)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    expect(Object.fromEntries([...counts].filter(([, count]) => count > MOST).sort())).toEqual(FULL)
  })
})
