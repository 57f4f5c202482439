import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const RESTING = path.resolve(import.meta.dirname, '../../support/platform/resting-process.mjs')

describe('a process that rests', () => {
  // Runs in a separate process. In this process, the collector would wait until all other tests are idle.
  test('gives back what nothing holds any more, though it needs no room', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [RESTING], { timeout: 120_000 })
    expect(stdout).toBe('gone\n')
  })
})
