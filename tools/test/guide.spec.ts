import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { guidePages } from '@roadbook/tools/guide/pages'
import { PICTURES } from '@roadbook/tools/guide/pictures'
import { GUIDES } from '../../apps/portal/src/features/guides/list.js'
import { root } from './run-program.mjs'

const FOLDER = path.join(root, 'docs/guide')
const AGAIN = 'Run "npm run guide" and commit what it writes.'

describe('the user guide', () => {
  const pages = guidePages(GUIDES)
  const written = globSync('**/*.md', { cwd: FOLDER })

  it('R-223 has the articles of the portal, as they are in each language', () => {
    const differing = [...pages].filter(
      ([name, text]) => !written.includes(name) || readFileSync(path.join(FOLDER, name), 'utf8') !== text,
    )
    expect({ differing: differing.map(([name]) => name), AGAIN }).toEqual({ differing: [], AGAIN })
    expect(written.filter((name) => !pages.has(name))).toEqual([])
  })

  it('shows the pictures of its folder, each once in every language, with a text in place of it', () => {
    const files = globSync('pictures/*', { cwd: FOLDER })
    expect(files.toSorted()).toEqual(
      Object.keys(PICTURES)
        .map((id) => `pictures/${id}.webp`)
        .toSorted(),
    )
    for (const file of files) {
      const shown = [...pages.values()].flatMap((text) => [...text.matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)])
      const texts = shown.filter(([, , target = '']) => target.endsWith(file)).map(([, text]) => text)
      expect(new Set(texts).size).toBe(4)
    }
  })

  it('has pictures that load quickly', () => {
    const large = globSync('pictures/*', { cwd: FOLDER }).filter((file) => statSync(path.join(FOLDER, file)).size > 120_000)
    expect(large).toEqual([])
  })

  it('links only to its own pages', () => {
    const lost = [...pages].flatMap(([name, text]) =>
      [...text.matchAll(/\]\(([^)]+\.md)\)/g)]
        .map(([, target = '']) => path.join(path.dirname(name), target))
        .filter((target) => !pages.has(target))
        .map((target) => `${name}: ${target}`),
    )
    expect(lost).toEqual([])
  })

  it('gives each role the guides whose permissions it has', () => {
    const [, byRole = ''] = pages.get('README.md')!.split('## Guides for your role')
    const guidesOf = (role: string) => {
      const [, section = ''] = byRole.split(`### ${role}\n`)
      return [...section.split('\n#')[0]!.matchAll(/\((\w+)\.md\)/g)].map(([, id]) => id)
    }
    expect(guidesOf('Reporter')).toEqual(['reports'])
    expect(guidesOf('Technician')).toEqual(['install', 'phone', 'lights', 'check', 'replace', 'return', 'delivery'])
    expect(guidesOf('Dealer')).toEqual(Object.keys(GUIDES).filter((id) => id !== 'reports'))
    expect(guidesOf('Manager')).toEqual(Object.keys(GUIDES))
    expect(guidesOf('Super Admin')).toEqual(Object.keys(GUIDES))
  })
})
