import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { ChangeLog, ChangeLogSection } from './src/app/layout/whats-new.js'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

/**
 * Parses a change log in the format of Keep a Changelog: releases (`##`), sections (`###`) and entries (`-`), each entry on one
 * or more lines.
 */
export function readChangeLog(markdown: string): ChangeLog {
  const sections: ChangeLogSection[] = []
  let release = ''
  for (const line of markdown.split(/\r?\n/)) {
    const [, hashes, heading] = /^(#{2,3}) (.+)$/.exec(line) ?? []
    const section = sections.at(-1)
    const entry = section?.entries.at(-1)
    if (hashes === '##') release = heading ?? ''
    else if (hashes === '###') sections.push({ release, name: heading ?? '', entries: [] })
    else if (line.startsWith('- ')) section?.entries.push({ id: '', text: line.slice(2).trim() })
    else if (entry && line.startsWith('  ')) entry.text += ` ${line.trim()}`
  }
  for (const { entries } of sections) for (const entry of entries) entry.id = hashOf(entry.text)
  return { version: hashOf(JSON.stringify(sections)), sections }
}

const OFFERED_AT = '/whats-new.json'

/** Adds the change log to the portal: its text as a separate file, and only its version in the page. */
export function changeLog(): Plugin {
  const log = readChangeLog(readFileSync(fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url)), 'utf8'))
  return {
    name: 'change-log',
    transformIndexHtml: () => [{ tag: 'meta', attrs: { name: 'whats-new', content: log.version }, injectTo: 'head' }],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: OFFERED_AT.slice(1), source: JSON.stringify(log) })
    },
    configureServer({ middlewares }) {
      middlewares.use(OFFERED_AT, (_request, response) => response.end(JSON.stringify(log)))
    },
  }
}
