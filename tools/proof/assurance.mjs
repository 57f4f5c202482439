import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../test/run-program.mjs'
import { testFiles } from './files-of.mjs'

/**
 * Result of a file in a proof's last run. `tables` are the figures that its tests reported, as Markdown ({@link tablesOf}).
 * @typedef {{ proof: string, file: string, figure: string, date: string, tables?: string }} ProofRow
 */

export const PAGE = path.join(root, 'docs/assurance.md')
const NOT_YET = '–'

/** Reads the rows of proof results from the page. @returns {ProofRow[]} */
export function readRows(page) {
  const tables = new Map(
    page
      .split(/^### /m)
      .slice(1)
      .map((section) => {
        const [heading] = section.split('\n', 1)
        return [heading, section.slice(heading.length).trim()]
      }),
  )
  return [...page.matchAll(/^\| (\w+) \| `([^`]+)` \| (.*) \| (\S+) \|$/gm)].map(([, proof, file, figure, date]) => ({
    proof,
    file,
    figure,
    date,
    ...(tables.has(headingOf({ proof, file })) && { tables: tables.get(headingOf({ proof, file })) }),
  }))
}

/** Returns the heading above the tables of a row. */
const headingOf = ({ proof, file }) => `${proof}: \`${file}\``

/** Returns the results of the proofs as {@link readRows} reads them. @param {ProofRow[]} rows */
export function resultsOf(rows) {
  const lines = rows.map(({ proof, file, figure, date }) => `| ${proof} | \`${file}\` | ${figure} | ${date} |`)
  const details = rows.filter(({ tables }) => tables).map((row) => `### ${headingOf(row)}\n\n${row.tables}\n`)
  return `| proof | file | last result | date |
| --- | --- | --- | --- |
${lines.join('\n')}
${details.length > 0 ? `\n## Figures of the proofs\n\n${details.join('\n')}` : ''}`
}

/**
 * Returns one row for each file of each proof: the new result or, without one, the last result.
 * @param {{ proof: string, file: string }[]} files
 * @param {ProofRow[]} before
 * @param {ProofRow[]} found
 * @returns {ProofRow[]}
 */
export function mergeRows(files, before, found) {
  const of = (rows, { proof, file }) => rows.find((row) => row.proof === proof && row.file === file)
  return files.map((one) => of(found, one) ?? of(before, one) ?? { ...one, figure: NOT_YET, date: NOT_YET })
}

/**
 * Returns the codes and texts of failures, bad bytes, security, privacy and goals. @returns {{ code: string, text: string }[]}
 */
function promises() {
  const page = readFileSync(path.join(root, 'docs/requirements.md'), 'utf8')
  return [...page.matchAll(/^- \*\*([FBSDG]\d+)\*\* (.*)$/gm)].map(([, code, text]) => ({ code, text }))
}

/** Returns the benchmarks with the goals that they measure, from their page: the ratio and the day. */
function measured() {
  const page = readFileSync(path.join(root, 'docs/benchmarks.md'), 'utf8')
  const day = /\bon (\d{4}-\d\d-\d\d)\b/.exec(page)?.[1] ?? NOT_YET
  return [...page.matchAll(/^\| ([\w-]+) \| ([^|]*) \| [^|]* \| \*\*([^*]+)\*\*([^|]*)\|.*\|$/gm)].map(
    ([line, name, goals, ratio, remark]) => {
      const own = /\((\d\d)-(\d\d)-(\d{4})\) \|$/.exec(line)
      const date = own ? `${own[3]}-${own[2]}-${own[1]}` : day
      return { name, goals: goals.trim().split(/\s+/), figure: `${ratio}${remark.trimEnd()}`, date }
    },
  )
}

/** Returns the files whose tests name a promise in their titles. */
function testsThatName() {
  const named = new Map()
  for (const file of testFiles())
    for (const [, title] of readFileSync(path.join(root, file), 'utf8').matchAll(
      /\b(?:it|test|describe)\b[^'"`\n]*\n?\s*['"`]([^'"`\n]*)/g,
    ))
      for (const code of codesOf(title)) named.set(code, (named.get(code) ?? new Set()).add(file))
  return named
}

/** Returns the codes at the start of a title, `F4 F5 acknowledges …`, or in brackets, `… (S27)`. */
function codesOf(title) {
  const [head] = /^(?:[A-Z]+-?\d+ )*/.exec(title) ?? ['']
  const brackets = [...title.matchAll(/\(([^)]*)\)/g)].map(([, inside]) => inside)
  return [head, ...brackets].flatMap((part) => part.match(/\b[FBSDG]\d{1,2}\b/g) ?? [])
}

/** Returns the page: the promises, the tests that prove each, and the last results of the proofs. */
export function pageOf(rows) {
  const named = testsThatName()
  const benchmarks = measured()
  const inProofs = new Set(rows.map(({ file }) => file))
  const table = promises().map(({ code, text }) => {
    const files = [...(named.get(code) ?? [])]
    const proofs = rows.filter(({ file }) => files.includes(file))
    const bench = benchmarks.filter(({ goals }) => goals.includes(code))
    const last = [
      ...proofs.map(({ proof, figure, date }) => (date === NOT_YET ? `${proof}: not yet` : `${proof}: ${figure} (${date})`)),
      ...bench.map(({ name, figure, date }) => `bench ${name}: ${figure} (${date})`),
    ]
    const usual = files.filter((file) => !file.includes('.proof.') && !(file.endsWith('.e2e.ts') && inProofs.has(file)))
    const how = [...usual.slice(0, 3).map((file) => `\`${file}\``), ...(usual.length > 3 ? [`${usual.length - 3} more`] : [])]
    return `| ${code} | ${short(text)} | ${how.join(', ') || NOT_YET} | ${last.join('; ') || (usual.length > 0 ? 'every run' : NOT_YET)} |`
  })
  return `# Assurance

This page lists our promises and the tests that prove them. \`npm run proof\` writes this page, so do not edit it. \`npm test\` runs the tests
that a change can break. \`npm run proof\` runs the same tests with larger numbers and longer outages, and tests that take minutes. Run it
nightly and before a release.

## What we promise

The promises concern failures (F), bad bytes (B), security (S), privacy (D) and measured goals (G). [Requirements](requirements.md) has the
whole text of each promise, and the load under which it is measured. The last column names proofs and benchmarks with their last results.

| row | promise | in \`npm test\` | last result of a proof or a benchmark |
| --- | --- | --- | --- |
${table.join('\n')}

## What only a proof runs

A proof runs each of its files whole, with its own numbers. Files with \`${NOT_YET}\` have not run yet.

${resultsOf(rows)}`
}

/** Returns the start of a text, before its first colon or semicolon. */
const short = (text) => {
  const [first = ''] = text.replaceAll('|', '/').split(/: |; /)
  return first.length > 90 ? `${first.slice(0, 88)} …` : first
}
