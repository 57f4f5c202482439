import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Namespaces with texts of the frame. */
export const FRAME_TEXTS: readonly string[] = ['auth', 'common', 'errors', 'format', 'outbox', 'shell']
/** Keys with a screen's title and purpose: the sidebar and the page title name every screen before one is open. */
const NAMES_A_SCREEN = /^(screen|\w+Screen)$/
const FRAME_FILE = /\/i18n\/locales\/\w+\/frame\.ts$/

type Texts = Record<string, unknown>

/** Returns the frame's texts of one language by file: some files whole, of the others only the screens' names. */
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

/** Returns the namespaces that a component of the frame uses but that load only with the screens: it would show their keys. */
export const saidTooEarly = (source: string): string[] =>
  [...source.matchAll(/useTranslation\(([^)]*)\)/g)]
    .flatMap(([, names = '']) => [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name))
    .filter((name) => !FRAME_TEXTS.includes(name))

/** Reduces each language's `frame.ts` to the frame's texts, so that the start does not wait for more. */
export const startTexts = (): Plugin => ({
  name: 'start-texts',
  apply: 'build',
  load(id) {
    return FRAME_FILE.test(id) ? `export default ${JSON.stringify(frameTexts(dirname(id)))}` : undefined
  },
})
