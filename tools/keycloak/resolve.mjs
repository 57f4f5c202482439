// Fetches Keycloak into .cache/keycloak with Maven and builds it for its in-memory database, once for each version of pom.xml.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { fetchWithMaven } from '../maven.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))

/** Returns the arguments for Java: those of Keycloak's own script, with less memory and a shorter warm-up. */
export const keycloakArguments = (home, program, ...args) => [
  ...['-Xms64m', '-Xmx384m', '-XX:MaxMetaspaceSize=256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'],
  ...['util', 'util.concurrent', 'security'].map((name) => `--add-opens=java.base/java.${name}=ALL-UNNAMED`),
  '-Djava.util.concurrent.ForkJoinPool.common.threadFactory=io.quarkus.bootstrap.forkjoin.QuarkusForkJoinWorkerThreadFactory',
  '-Djava.util.logging.manager=org.jboss.logmanager.LogManager',
  `-Dkc.home.dir=${home}`,
  `-Djboss.server.config.dir=${path.join(home, 'conf')}`,
  `-Dkeycloak.theme.dir=${path.join(home, 'themes')}`,
  ...['-cp', path.join(program, 'lib/quarkus-run.jar'), 'io.quarkus.bootstrap.runner.QuarkusEntryPoint', ...args],
]

/**
 * Fetches what is missing.
 * @returns {{ folder: string } | { reason: string }} the folder of Keycloak, ready to start, or the reason why it is not
 *   available
 */
export const resolveKeycloak = () => {
  const found = fetchWithMaven({
    name: 'keycloak',
    folder: 'dist',
    pom: path.join(here, 'pom.xml'),
    goals: (folder) => ['dependency:unpack', `-DoutputDirectory=${folder}`],
    prepare: (folder) => {
      const home = programIn(folder)
      const build = spawnSync('java', keycloakArguments(home, home, 'build', '--db=dev-mem'), { encoding: 'utf8' })
      return build.status === 0 ? undefined : `Keycloak could not be built:\n${build.stdout}${build.stderr}`
    },
  })
  return 'reason' in found ? found : { folder: programIn(found.folder) }
}

/** Returns the archive's only folder, which is named by its version. */
const programIn = (folder) => path.join(folder, readdirSync(folder).find((name) => name.startsWith('keycloak-')) ?? '')

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = resolveKeycloak()
  if ('reason' in result) {
    console.error(`no Keycloak: ${result.reason}`)
    process.exit(1)
  }
  console.log(result.folder)
}
