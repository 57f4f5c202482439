import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Namespaces that the frame of every screen says something from. */
export const FRAME_TEXTS: readonly string[] = ['auth', 'common', 'errors', 'format', 'outbox', 'shell']
/** Title and purpose of a screen: the sidebar and the page's title name every screen before one is open. */
const NAMES_A_SCREEN = /^(screen|\w+Screen)$/
const FRAME_FILE = /\/i18n\/locales\/\w+\/frame\.ts$/

type Texts = Record<string, unknown>

/** What the frame needs of one language, file by file: some whole, of the others how their screens are called. */
export function frameTexts(folder: string): Record<string, Texts> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    files.map((file) => {
      const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts
      const isWhole = FRAME_TEXTS.includes(basename(file, '.json'))
      const kept = isWhole ? texts : Object.fromEntries(Object.entries(texts).filter(([key]) => NAMES_A_SCREEN.test(key)))
      return [`./${file}`, kept]
    }),
  )
}

/** Namespaces that a component of the frame asks for and that come only with the screens: it would show their keys. */
export const saidTooEarly = (source: string): string[] =>
  [...source.matchAll(/useTranslation\(([^)]*)\)/g)]
    .flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name))
    .filter((name) => !FRAME_TEXTS.includes(name))

/** Leaves in each language's `frame.ts` what the frame says, so that the start waits for that alone. */
export const startTexts = (): Plugin => ({
  name: 'start-texts',
  apply: 'build',
  load(id) {
    return FRAME_FILE.test(id) ? `export default ${JSON.stringify(frameTexts(dirname(id)))}` : undefined
  },
})
