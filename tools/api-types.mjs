// `npm run api-types`: writes the types of the portal's client if the API's document is newer than they are.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const document = path.join(root, 'apps/api/openapi.json')
const types = path.join(root, 'apps/portal/src/lib/api/schema.d.ts')
const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0

if (timeOf(types) <= timeOf(document)) {
  const { status } = spawnSync('openapi-typescript', [document, '-o', types], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.exit(status ?? 1)
}
