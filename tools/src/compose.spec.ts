import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.js'

describe('the compose file', () => {
  const text = readFileSync(path.join(projectRoot, 'docker-compose.yml'), 'utf8')
  /** Returns the lines of one service. */
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

  it('M12 starts with nothing that opens something unless somebody chose it', () => {
    const variables = [...text.matchAll(/\$\{(\w+_(?:PASSWORD|SECRET|KEY))([^}\w][^}]*)?\}/g)]
    expect(new Set(variables.map(([, name]) => name))).toEqual(
      new Set(['POSTGRES_PASSWORD', 'ROADBOOK_PASSWORD', 'KEYCLOAK_PASSWORD', 'KEYCLOAK_CLIENT_SECRET', 'MAIL_SECRET']),
    )
    for (const [whole, , rest] of variables) expect([whole, rest]).toEqual([whole, expect.stringMatching(/^:\?./)])
    expect(text.match(/^ +\w+_(PASSWORD|SECRET|KEY): (?!\$\{).*/gm)).toBeNull()
    expect(readFileSync(path.join(projectRoot, 'deploy/timescaledb/roles.sh'), 'utf8')).toContain(
      'password="${ROADBOOK_PASSWORD:?',
    )
  })

  it('M12 imports a realm that holds no password, and no secret but the one that was chosen', () => {
    const realm = readFileSync(path.join(projectRoot, 'deploy/keycloak/roadbook-realm.json'), 'utf8')
    const held = (name: string) => [...realm.matchAll(new RegExp(`"${name}": "(.*)"`, 'g'))].map(([, value]) => value)
    expect([held('secret'), held('value')]).toEqual([['${KEYCLOAK_CLIENT_SECRET}'], []])
    expect(service('keycloak')).toContain('KEYCLOAK_CLIENT_SECRET: ${KEYCLOAK_CLIENT_SECRET:?')
  })
})
