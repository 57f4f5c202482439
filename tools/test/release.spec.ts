import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './run-program.mjs'

const CHANGE_LOG = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A map.\n\n## 0.1.0 – 2026-01-02\n\n### Added\n\n- A start.\n'

/** Returns a lock file of a project in this version, with one package of others. */
const lockOf = (version: string) => ({
  name: 'all',
  version,
  lockfileVersion: 3,
  packages: {
    '': { name: 'all', version, license: 'UNLICENSED', workspaces: ['apps/*'] },
    'apps/one': { name: 'one', version, dependencies: { other: '0.1.0' } },
    'node_modules/one': { resolved: 'apps/one', link: true },
    'node_modules/other': { version: '0.1.0', license: 'MIT' },
  },
})

const chartOf = (version: string) => `apiVersion: v2\nname: roadbook\nversion: ${version}\nappVersion: ${version}\n`

describe('npm run release', () => {
  let folder: string
  const file = (name: string) => path.join(folder, name)
  const read = (name: string) => readFileSync(file(name), 'utf8')
  const write = (name: string, content: string | object) =>
    writeFileSync(file(name), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const release = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'tools/release.mjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, said: `${stdout}${stderr}`.trim() }
  }

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'release-'))
    for (const name of ['apps/one', 'deploy/helm/roadbook']) mkdirSync(file(name), { recursive: true })
    write('deploy/helm/roadbook/Chart.yaml', chartOf('0.1.0'))
    write('package.json', { name: 'all', version: '0.1.0', license: 'UNLICENSED', workspaces: ['apps/*'] })
    write('apps/one/package.json', { name: 'one', version: '0.1.0', private: true, dependencies: { other: '0.1.0' } })
    write('package-lock.json', lockOf('0.1.0'))
    write('.gitignore', 'sbom.cdx.json\n')
    write('CHANGELOG.md', CHANGE_LOG)
    git('init', '--quiet')
    git('config', 'user.name', 'Ada')
    git('config', 'user.email', 'ada@fleet.example')
    git('add', '.')
    git('commit', '--quiet', '--message', 'start')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('cuts the change log, sets the version everywhere, commits, tags, and lists what the version contains', () => {
    const { status, said } = release('0.2.0')
    expect(status).toBe(0)
    expect(said).toContain('--platform linux/amd64,linux/arm64 --target api -t roadbook-api:0.2.0')
    expect(read('CHANGELOG.md')).toMatch(
      /^# Changelog\n\n## 0\.2\.0 – \d{4}-\d\d-\d\d\n\n### Added\n\n- A map\.\n\n## 0\.1\.0 – 2026-01-02\n/,
    )
    expect(JSON.parse(read('apps/one/package.json'))).toMatchObject({ name: 'one', version: '0.2.0' })
    expect(JSON.parse(read('package-lock.json'))).toEqual(lockOf('0.2.0'))
    expect(read('deploy/helm/roadbook/Chart.yaml')).toBe(chartOf('0.2.0'))
    const { metadata, components } = JSON.parse(read('sbom.cdx.json'))
    expect(metadata.component).toMatchObject({ name: 'all', version: '0.2.0' })
    expect(components.map(({ purl }: { purl: string }) => purl)).toEqual(['pkg:npm/one@0.2.0', 'pkg:npm/other@0.1.0'])
    expect([git('status', '--porcelain'), git('log', '-1', '--format=%s'), git('tag', '--points-at', 'HEAD')]).toEqual([
      '',
      'release: 0.2.0',
      'v0.2.0',
    ])
  })

  it.each<[string, string[], () => unknown, RegExp]>([
    ['no version', [], () => undefined, /Name the version/],
    ['what is no version', ['next'], () => undefined, /Name the version/],
    ['a version that does not come after', ['0.1.0'], () => undefined, /0\.1\.0 does not come after 0\.1\.0/],
    ['changes that are not committed', ['0.2.0'], () => write('apps/one/new.txt', ''), /not committed/],
    ['a tag that exists', ['0.2.0'], () => git('tag', 'v0.2.0'), /exists already/],
    [
      'a change log without news',
      ['0.2.0'],
      () => {
        write('CHANGELOG.md', CHANGE_LOG.replace('\n### Added\n\n- A map.\n', ''))
        git('commit', '--quiet', '--all', '--message', 'empty')
      },
      /no entries under "Unreleased"/,
    ],
  ])('refuses %s, and changes nothing', (_what, args, before, reason) => {
    before()
    const state = git('status', '--porcelain')
    expect(release(...args)).toEqual({ status: 1, said: expect.stringMatching(reason) })
    expect([git('status', '--porcelain'), JSON.parse(read('package.json')).version]).toEqual([state, '0.1.0'])
  })
})
