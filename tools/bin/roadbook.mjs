#!/usr/bin/env node
// `npx roadbook …`: runs the command line on the pinned Node, whichever Node started this file.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const node = path.join(root, 'node_modules/.bin/node')
const cli = path.join(root, 'tools/dist/cli.js')
if (!existsSync(node) || !existsSync(cli)) {
  console.error('roadbook: not built yet; run "npm start" once, or "npm run restore -- FILE" with a backup')
  process.exit(1)
}
const child = spawn(node, [cli, ...process.argv.slice(2)], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
