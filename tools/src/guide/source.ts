import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Permission } from '@roadbook/contracts/permissions'
import { projectRoot } from '../project-root.js'
import type { Language } from './words.js'

/** One guide in the list of the portal (`apps/portal/src/features/guides/list.ts`). */
export interface Guide {
  category: string
  /** Permission for the work that the guide explains. */
  permission: Permission
  /**
   * Screen that the guide is about. `texts` is the place of the screen's title in the language files, for example
   * `install:screen`.
   */
  screen: { path: string; permission: Permission; texts: string }
}
export type GuideList = Readonly<Record<string, Guide>>

interface GuidePart {
  title: string
  text?: string[]
  points?: string[]
  steps?: string[]
}

/** Text of a guide. In a sentence, `{install:bar.save}` is a placeholder for the label on the screen. */
export interface GuideText {
  title: string
  summary: string
  parts: GuidePart[]
}

/** Returns the text of a label in one language: `install:bar.save` → "Install". */
export type LabelOf = (name: string) => string

const PORTAL = path.join(projectRoot, 'apps/portal/src')
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(PORTAL, file), 'utf8'))

/** Reads the guides of one language, by their id. */
export const readGuides = (language: Language) =>
  readJson(`features/guides/content/${language}.json`) as Readonly<Record<string, GuideText>>

/** Returns a function that finds labels in the portal's files of one language. @throws when there is no such label */
export function labelsOf(language: Language): LabelOf {
  const files = new Map<string, unknown>()
  const textsOf = (namespace: string) => {
    const file = namespace.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (!files.has(file)) files.set(file, readJson(`i18n/locales/${language}/${file}.json`))
    return files.get(file)
  }
  return (name) => {
    const [namespace = '', keys = ''] = name.split(':')
    const label = keys.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], textsOf(namespace))
    if (typeof label !== 'string') throw new Error(`The portal has no text "${name}" in "${language}".`)
    return label
  }
}
