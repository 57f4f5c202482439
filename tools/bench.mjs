// `npm run bench -- NAME`: one benchmark of tests/bench, or all without a name. Each prints one JSON line last.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../tests/bench')
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are: ${names.join(', ')}`)
  process.exit(1)
}
let failed = false
for (const name of wanted.length > 0 ? wanted : names) {
  const { status } = spawnSync(process.execPath, [path.join(folder, `${name}.bench.ts`)], { stdio: 'inherit' })
  failed ||= status !== 0
}
process.exit(failed ? 1 : 0)
