import { fail, ok, type Check } from '../check.js'

/** First version of Node with argon2, which hashes passwords. */
const OLDEST_VERSION = '24.7'

/** Checks the version of Node. This command runs on the same Node as the product. */
export const node: Check = {
  name: 'node',
  look: () => Promise.resolve([judgeNode(process.versions.node, OLDEST_VERSION)]),
}

/**
 * Rates a version.
 * @param least the oldest version that works
 */
export function judgeNode(version: string, least: string) {
  const [have, need] = [version, least].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const differing = need.findIndex((part, index) => part !== (have[index] ?? 0))
  const isEnough = differing < 0 || (have[differing] ?? 0) > need[differing]!
  return isEnough ? ok(`version ${version}`) : fail(`version ${version}`, `install Node ${least} or later`)
}
