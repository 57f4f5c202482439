import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.js'
import { read, VARIABLES } from './variables.js'

const UNITS = globSync('deploy/systemd/*.service', { cwd: projectRoot }).sort()

describe('the units of systemd', () => {
  const nameOf = (file: string) => /roadbook-(\w+)\.service$/.exec(file)?.[1] ?? ''
  const seconds = (name: string) => Number(/^TimeoutStopSec=(\d+)$/m.exec(read(`deploy/systemd/roadbook-${name}.service`))?.[1])

  it('are of every process, and of the migration', () => {
    expect(UNITS.map(nameOf)).toEqual(['api', 'consumer', 'gateway', 'identity', 'migrate'])
  })

  it.each(UNITS)('%s starts a program of the repository, as a user without rights', (file) => {
    const text = read(file)
    const [, program = ''] = /^ExecStart=\/opt\/roadbook\/node_modules\/\.bin\/node (\S+)/m.exec(text) ?? []
    const source = program.replace('/dist/', '/src/').replace(/\.js$/, '.ts')
    expect([source, existsSync(path.join(projectRoot, source))]).toEqual([expect.stringMatching(/\.ts$/), true])
    expect(text).toContain(`EnvironmentFile=/etc/roadbook/${nameOf(file)}.env`)
    for (const line of [
      'User=roadbook',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'PrivateTmp=yes',
      'CapabilityBoundingSet=',
    ])
      expect(text.split('\n')).toContain(line)
  })

  it('wait longer than a process takes to end, with the longest notice (8 s)', () => {
    expect(seconds('gateway')).toBeGreaterThan(30)
    expect(seconds('api')).toBeGreaterThan(16)
    expect(seconds('identity')).toBeGreaterThan(16)
    expect(seconds('consumer')).toBeGreaterThan(8)
  })

  it('have a line for each variable of the example that a process reads', () => {
    const [, example = ''] = /```sh\n# roadbook\.env\n([\s\S]*?)```/.exec(read('docs/operating/several-machines.md')) ?? []
    const files: Record<string, string[]> = Object.fromEntries(
      `# roadbook.env\n${example}`
        .split(/^# (?=\w+\.env$)/m)
        .filter(Boolean)
        .map((part) => [part.split('.', 1)[0]!, [...part.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)]),
    )
    expect(Object.keys(files)).toEqual(['roadbook', 'gateway', 'consumer', 'api', 'identity', 'migrate'])
    for (const process of ['gateway', 'consumer', 'api', 'identity'] as const)
      expect([process, files[process]!.filter((name) => !VARIABLES[process].includes(name))]).toEqual([process, []])
    const all = new Set([...Object.values(VARIABLES).flat(), 'HEALTH_HOST'])
    expect(files.roadbook!.filter((name) => !all.has(name))).toEqual([])
  })
})
