// Fetches the jars of a Kafka broker into .cache/kafka/libs with Maven, once for each version of pom.xml.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchWithMaven } from '../maven.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))

/**
 * Fetches what is missing.
 * @returns {{ libs: string } | { reason: string }} the folder of the jars, or the reason why they are not available
 */
export function resolveKafka() {
  const found = fetchWithMaven({
    name: 'kafka',
    folder: 'libs',
    pom: path.join(here, 'pom.xml'),
    goals: (folder) => ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`],
  })
  return 'reason' in found ? found : { libs: found.folder }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = resolveKafka()
  if ('reason' in result) {
    console.error(`no Kafka broker: ${result.reason}`)
    process.exit(1)
  }
  console.log(result.libs)
}
