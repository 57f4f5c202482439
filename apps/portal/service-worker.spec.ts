import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptFiles } from './service-worker.js'

// Vite cannot load beside jsdom, and the file list needs no build.
jest.mock('vite', () => ({ build: jest.fn() }))

describe('the files that a device keeps', () => {
  let folder: string
  const put = (file: string, content: string) => writeFileSync(join(folder, file), content)
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kept-files-'))
    mkdirSync(join(folder, 'assets'))
    put('index.html', '<html>')
    put('licences.json', '[]')
    put('assets/start-4f2a.js', 'start()')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('are those that are asked for, each once', () => {
    const urls = keptFiles(folder, ['*.html', 'index.html', 'assets/*.js']).map(({ url }) => url)
    expect(urls).toEqual(['assets/start-4f2a.js', 'index.html'])
  })

  it('have a revision that changes with their content, unless their name does', () => {
    const revisions = () => keptFiles(folder, ['index.html', 'assets/*']).map(({ revision }) => revision)
    const before = revisions()
    expect(before).toEqual([null, expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(revisions()).toEqual(before)
    put('index.html', '<html lang="nl">')
    expect(revisions()[1]).not.toBe(before[1])
  })

  it('fail the build where one is too large for a phone', () => {
    truncateSync(join(folder, 'assets/start-4f2a.js'), 5_000_000)
    expect(() => keptFiles(folder, ['assets/*'])).toThrow('assets/start-4f2a.js has 5000000 bytes')
  })
})
