import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../../project-root.js'
import { fail, ok, type Check } from '../check.js'

/** The Node that runs this is the one that runs the product. */
export const node: Check = {
  name: 'node',
  look: () => {
    const { engines } = JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')) as { engines: { node: string } }
    return Promise.resolve([judgeNode(process.versions.node, engines.node.replace('>=', ''))])
  },
}

/** @param least the oldest version that works. */
export function judgeNode(version: string, least: string) {
  const [have, need] = [version, least].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const differing = need.findIndex((part, index) => part !== (have[index] ?? 0))
  const isEnough = differing < 0 || (have[differing] ?? 0) > need[differing]!
  return isEnough ? ok(`version ${version}`) : fail(`version ${version}`, `install Node ${least} or later`)
}
