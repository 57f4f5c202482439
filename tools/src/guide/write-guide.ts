import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.js'
import { guidePages } from './pages.js'
import type { GuideList } from './source.js'

/** Writes `docs/guide` and removes pages that no longer exist. @returns the number of pages */
export function writeGuide(guides: GuideList): number {
  const pages = guidePages(guides)
  const folder = path.join(projectRoot, 'docs/guide')
  for (const name of globSync('**/*.md', { cwd: folder })) if (!pages.has(name)) rmSync(path.join(folder, name))
  for (const [name, text] of pages) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return pages.size
}
