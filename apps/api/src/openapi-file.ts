import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describeApi } from './describe-api.js'

/** Writes apps/api/openapi.json: `npm run openapi -w @roadbook/api`. The portal's client is made from this file. */
await writeFile(path.resolve(import.meta.dirname, '../openapi.json'), `${JSON.stringify(await describeApi(), null, 2)}\n`)
