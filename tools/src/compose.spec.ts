import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.js'

describe('L6 the compose file', () => {
  const text = readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8')
  /** The lines of one service. */
  const service = (name: string) => new RegExp(`^  ${name}:\\n((?: {4}.*\\n)+)`, 'm').exec(text)?.[1] ?? ''
  const published = (name: string) => [...service(name).matchAll(/'([\d.:]+:\d+)(?:\/\w+)?'/g)].map(([, port]) => port)

  it('L6 publishes Keycloak and the mails on this host alone, and what stores nowhere', () => {
    expect(published('keycloak')).toEqual(['127.0.0.1:8081:8080'])
    expect(published('mailpit')).toEqual(['127.0.0.1:8025:8025'])
    expect([...published('timescaledb'), ...published('kafka')]).toEqual([])
    expect(published('api')).toEqual(['8080:8080'])
  })

  it('L6 starts Keycloak as in production, with an administrator whose password somebody chose', () => {
    expect(service('keycloak')).toContain('command: [start, --import-realm]')
    expect(service('keycloak')).toContain('KC_BOOTSTRAP_ADMIN_PASSWORD: ${KEYCLOAK_PASSWORD:?')
    expect(service('keycloak')).not.toMatch(/USERNAME: (admin$|.*:-admin\})/m)
  })
})
