import { existsSync, globSync } from 'node:fs'
import { has, prepare } from './run-program.mjs'

/** Returns true if optional parts can be installed from Debian. This needs root. */
const mayInstall = () => process.getuid?.() === 0 && has('apt-get')
/** Shell function that waits while another program installs, because a fresh machine updates itself. */
const PATIENTLY = `patiently() {
  for n in $(seq 60); do
    said=$(apt-get -o DPkg::Lock::Timeout=300 -qq "$@" 2>&1 > /dev/null) && return 0
    case $said in *lock*) sleep 5 ;; *) break ;; esac
  done
  echo "$said" >&2
  return 1
}`
const install = (packages) =>
  prepare('sh', [
    '-c',
    `${PATIENTLY}
    export DEBIAN_FRONTEND=noninteractive
    patiently update && patiently install -y --no-install-recommends ${packages}`,
  ])

/**
 * Finds Debian's headless browser, which needs a fifth less processor time than the full browser. If Debian has no package
 * for it, finds the full browser.
 * @returns {Promise<string | undefined>} the browser's program
 */
export async function findChromium() {
  const first = (programs) => programs.find((file) => file && existsSync(file))
  const windowless = () => first([process.env.CHROMIUM, '/usr/bin/chromium-headless-shell'])
  const whole = () => first(['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'])
  if (!windowless() && mayInstall()) {
    console.log('installing Chromium')
    if (!(await install('chromium-headless-shell fonts-liberation')) && !whole()) await install('chromium fonts-liberation')
  }
  return windowless() ?? whole()
}

/**
 * Finds Debian's own PostgreSQL without starting a server.
 * @returns {Promise<string | undefined>} one of its programs
 */
export async function findPostgres() {
  const find = () => globSync('/usr/lib/postgresql/*/bin/initdb')[0]
  if (!find() && mayInstall()) {
    console.log("installing Debian's PostgreSQL")
    const withoutCluster =
      'mkdir -p /etc/postgresql-common && echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf'
    if (await prepare('sh', ['-c', withoutCluster])) await install('postgresql')
  }
  return find()
}

/**
 * Finds libfaketime.
 * @returns {Promise<string | undefined>} the library that shifts the clock of a process
 */
export async function findFaketime() {
  const find = () => globSync('/usr/{lib,local/lib}/{,*/}faketime/libfaketimeMT.so.1')[0]
  if (!find() && mayInstall()) {
    console.log('installing faketime')
    await install('faketime')
  }
  return find()
}

/** Finds Java and Maven, which fetch and run the broker and Keycloak. */
export async function prepareJava() {
  const isThere = () => has('java') && has('mvn')
  if (!isThere() && mayInstall()) {
    console.log('installing Java and Maven')
    await install('default-jre-headless maven')
  }
  return isThere()
}

export async function prepareKafka() {
  if (process.env.KAFKA_BROKERS) return true
  return (await prepareJava()) ? prepare(process.execPath, ['tools/kafka/resolve.mjs']) : has('docker', 'info')
}

export const prepareKeycloak = async () => (await prepareJava()) && prepare(process.execPath, ['tools/keycloak/resolve.mjs'])
