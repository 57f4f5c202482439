/**
 * Proofs of `npm run proof` in the order of a whole run, each with what it proves and its numbers. A test belongs to a proof when
 * its file names it: `inProof('kills', …)`, `sized('kills', 2, 10)`, or the tag `@browser` of a test in the browser.
 * @type {Record<string, { about: string, needs?: ('kafka' | 'keycloak' | 'chromium')[], env?: Record<string, string> }>}
 */
export const PROOFS = {
  frames: { about: '5 000 000 damaged frames a protocol (ORDEAL_MUTANTS)' },
  orders: {
    about: 'readings in any order, batches and repetitions, a hundred times the orders of npm test; weeks that come late',
  },
  walks: { about: 'each role at each operation, each list in each view and spelling, fleets of thousands' },
  kills: {
    about:
      '200 kills of gateway and consumer under 1 000 000 records, on both logs (CHAOS_KILLS, CHAOS_RECORDS); 500 commands; jobs of the API',
    needs: ['kafka'],
  },
  chaos: { about: 'outages and frozen processes of minutes, partitions, a full disk, 10 000 strangers, rolling restarts' },
  spread: {
    about:
      'two gateways, three consumers and two APIs on three brokers: each killed and restarted under 2 000 trackers (SPREAD_TRACKERS)',
    needs: ['kafka'],
  },
  browser: { about: 'every journey, look, language and width in a real browser', needs: ['chromium'] },
  kafka: { about: 'from a packet to the map with the log in a real Kafka', needs: ['kafka', 'chromium'] },
  keycloak: { about: 'accounts, sessions and second steps at a real Keycloak', needs: ['keycloak', 'chromium'] },
  image: { about: 'images are built from nothing but what the Dockerfile copies, and what comes out starts' },
  deploy: {
    about:
      'two gateways and two APIs behind the balancers of deploy/ (haproxy; nginx from 1.27.3, or NGINX_PROGRAM=path); six processes through a pooler (pgbouncer, or PGBOUNCER_PROGRAM=path); the alarms (promtool, or PROMTOOL_PROGRAM=path)',
  },
  doors: { about: 'each of the six doors of docs/security.md taken out, once: its suites must notice' },
  calendar: { about: 'the tests that know dates, at twelve moments at which calendars are unkind' },
}
