import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const root = resolve(__dirname, '../..')

/** Compiles what changed of an app and of the libraries under it, for suites that start its program and are run by themselves. */
export const compile = (app: 'api' | 'consumer' | 'gateway') =>
  execFileSync(resolve(root, 'node_modules/.bin/tsc'), ['-b', `apps/${app}`], { cwd: root })
