import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../test/run-program.mjs'

const NAMED = /\b(?:inProof|sized|isProofOf|rotated|spread)(?:<.*>)?\(\s*'(\w+)'/g
const TAGGED = /'@(\w+)'/g

/**
 * Returns the files of each proof. A file belongs to a proof even if only a part of its tests does.
 * @returns {{ proof: string, file: string }[]} by file
 */
export const filesOfProofs = () =>
  testFiles().flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const names = [...text.matchAll(NAMED), ...(file.endsWith('.e2e.ts') ? text.matchAll(TAGGED) : [])].map(([, name]) => name)
    return [...new Set(names)].map((proof) => ({ proof, file }))
  })

/** Returns all test files, by name. @returns {string[]} */
export const testFiles = () =>
  globSync(['{apps,libs}/*/src/**/*.spec.{ts,tsx}', 'tools/{src,proof,test}/**/*.spec.ts', 'tests/**/*.{spec,proof,e2e}.ts'], {
    cwd: root,
  }).sort()

/** Returns the jest project to which a file belongs. */
export function projectOf(file) {
  const [, folder] = /^tests\/(integration|chaos)\//.exec(file) ?? []
  return folder ?? (file.startsWith('apps/portal/') ? 'portal' : 'unit')
}
