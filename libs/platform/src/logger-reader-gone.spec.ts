import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const PROGRAM = `
  const { createLogger } = await import(${JSON.stringify(path.resolve(import.meta.dirname, 'logger.ts'))})
  const logger = createLogger('test')
  logger.info('ready')
  process.stdin.resume().once('end', () => {
    for (let line = 0; line < 3; line++) logger.warn({ line }, 'nobody reads this')
    process.exit(0)
  })
`

it('a process whose log nobody reads any more still ends', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM], { stdio: ['pipe', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await once(child.stdout, 'close')
  child.stdin.end()
  const [code] = (await once(child, 'exit')) as [number | null]
  expect(code).toBe(0)
})
