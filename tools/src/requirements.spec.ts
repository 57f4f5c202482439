import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.js'

/**
 * Matches the number of a requirement (R), of a decision (G), or of a feature in which Roadbook is better than its peers
 * (T).
 */
const NUMBER = /\b(?:R-\d{3}|G-\d{2,3}|T-\d{2})\b/g
const CODE = /\.(?:ts|tsx|mjs)$/

function* codeBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(path.join(projectRoot, folder), { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!['node_modules', 'dist'].includes(entry.name)) yield* codeBelow(file)
    } else if (CODE.test(entry.name)) yield file
  }
}

const numbersIn = (file: string): string[] => readFileSync(path.join(projectRoot, file), 'utf8').match(NUMBER) ?? []

describe('the numbers of requirements and decisions', () => {
  it('stand in docs/requirements.md wherever a test or a comment names one', () => {
    const explained = new Set(numbersIn('docs/requirements.md'))
    const unexplained = ['apps', 'libs', 'tests', 'tools', 'migrations']
      .flatMap((folder) => [...codeBelow(folder)])
      .flatMap((file) => numbersIn(file).map((number) => ({ number, file })))
      .filter(({ number }) => !explained.has(number))
    expect(unexplained).toEqual([])
  })

  it('are explained once each', () => {
    const page = readFileSync(path.join(projectRoot, 'docs/requirements.md'), 'utf8')
    const explained = [...page.matchAll(/^- \*\*([RGT]-\d+)\*\*/gm)].map(([, number]) => number)
    expect(explained.filter((number, index) => explained.indexOf(number) !== index)).toEqual([])
    expect(explained).toHaveLength(364 + 110 + 20)
  })
})
