import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeApi } from './describe-api.js'

/** Writes apps/api/openapi.json, from which the portal's client is made: `npm run openapi -w @roadbook/api`. */
await writeFile(path.resolve(import.meta.dirname, '../openapi.json'), `${JSON.stringify(await describeApi(), null, 2)}\n`)
