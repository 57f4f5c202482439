import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.js'

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8')

/** Files in which processes declare their environment variables. Each variable is on a line of its own. */
const SHAPES = globSync(['apps/*/src/**/configuration.ts', 'libs/platform/src/configuration.ts', 'apps/gateway/src/limits.ts'], {
  cwd: projectRoot,
})
const VARIABLE = /^ {2}([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*):/gm
const variablesIn = (file: string): string[] => [...read(file).matchAll(VARIABLE)].map(([, name = '']) => name)

describe('docs/operating', () => {
  it('names every variable that a process reads', () => {
    const shapes = SHAPES.map((file) => ({ file, variables: variablesIn(file) }))
    expect(shapes.flatMap(({ variables }) => variables)).toEqual(
      expect.arrayContaining(['SUPPORT_PHONE', 'LOG_LEVEL', 'TLS_PORT']),
    )
    const pages = globSync('docs/operating/*.md', { cwd: projectRoot }).map(read).join('\n')
    const named = new Set(pages.match(/\b[A-Z][A-Z0-9_]+\b/g))
    const unnamed = shapes.flatMap(({ file, variables }) =>
      variables.filter((name) => !named.has(name)).map((name) => ({ file, name })),
    )
    expect(unnamed).toEqual([])
  })
})
