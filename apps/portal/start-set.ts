import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { saidTooEarly } from './start-texts.js'

const sourceOf = (file: string): string => fileURLToPath(new URL(`src/${file}`, import.meta.url))

/** Modules that draw the frame of every screen when signed in, loaded as soon as the page knows that it is the portal. */
const FRAME = ['app/mount.tsx', 'app/app.tsx'].map(sourceOf)
/**
 * Modules that open over the page, loaded as soon as the frame is drawn. One file, with the libraries that screens use to open
 * things.
 */
const OPENED = [
  'app/layout/language-list.tsx',
  'app/layout/menu-drawer.tsx',
  'app/layout/support-contacts.tsx',
  'app/shortcuts/keyboard-shortcuts.tsx',
  'components/notifications/toasts.tsx',
  'components/tooltip-bubble.tsx',
  'features/auth/token-invalid-dialog.tsx',
  'features/install/outbox/components/sign-out-question.tsx',
].map(sourceOf)
/**
 * Modules that run before the frame and wait for it. In one file with the frame they would wait for themselves. Also the module
 * for the hidden sign-in frame, which draws nothing.
 */
const BEFORE = ['main.tsx', 'features/auth/user-manager.ts'].map(sourceOf)
/** Frame texts of one language; only one of the four is loaded. */
const TEXTS = sourceOf('i18n/locales/en/frame.ts')
const OURS = sourceOf('')
const KB = 1_000
/** Module that re-exports every icon. The icons in use are found from the imports by name. */
const ALL_ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/

/** Returns the names of the icons that a file imports: `Map` for `Map as MapIcon`. */
const iconsOf = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from 'lucide-react'/g)].flatMap(
    ([, names = '']) => names.match(/\b[A-Z]\w+(?= as|,|\s*$)/gm) ?? [],
  )

/** Returns whether a module is one of these icons: `MapPin` is `…/icons/map-pin.mjs`. */
const isIcon = (id: string, names: ReadonlySet<string>): boolean => {
  const file = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.m?js$/.exec(id)?.[1]
  return file !== undefined && names.has(file.replaceAll('-', ''))
}

/** Returns the sources of our own modules among these. */
const sourcesOf = (ids: Iterable<string>) =>
  [...ids].filter((id) => id.startsWith(OURS)).map((id) => [id, readFileSync(id, 'utf8')] as const)

/** Adds the icons that the modules import by name. */
function addIcons(modules: Set<string>, all: Iterable<string>): void {
  const named = sourcesOf(modules).flatMap(([, source]) => iconsOf(source))
  const icons = new Set(named.map((name) => name.toLowerCase()))
  for (const id of all) if (isIcon(id, icons)) modules.add(id)
}

interface StartSet {
  plugin: Plugin
  /** Returns whether a module belongs to the set, once all modules are known. */
  has: (id: string) => boolean
  /** Returns whether a module belongs to the part that opens over the page. */
  opens: (id: string) => boolean
}

/**
 * Puts everything that the frame imports, directly or not, into one file, apart from libraries with their own files, so that few
 * requests load it. The build fails if it exceeds its budget.
 * @param mostKb kilobytes of JavaScript, each file compressed separately by gzip
 */
export function startSet(mostKb: number): StartSet {
  const modules = new Set<string>()
  const opened = new Set<string>()
  const plugin: Plugin = {
    name: 'start-set',
    apply: 'build',
    buildEnd() {
      const below = (roots: readonly string[]): Set<string> => {
        const found = new Set<string>()
        const add = (id: string) => {
          if (found.has(id)) return
          found.add(id)
          if (!ALL_ICONS.test(id)) this.getModuleInfo(id)?.importedIds.forEach(add)
        }
        roots.forEach(add)
        return found
      }
      const before = below(BEFORE)
      for (const id of below(FRAME)) if (!before.has(id)) modules.add(id)
      for (const id of below(OPENED)) if (!before.has(id) && !modules.has(id)) opened.add(id)
      addIcons(modules, this.getModuleIds())
      addIcons(opened, this.getModuleIds())
      const early = sourcesOf([...modules, ...opened]).map(([id, source]) => [id, saidTooEarly(source)] as const)
      for (const [id, names] of early)
        if (names.length > 0) this.error(`${id} is of the frame, and its texts come later: ${names.join(', ')} (FRAME_TEXTS)`)
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const files = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const loaded = new Set<string>()
      const load = (file: string) => {
        if (loaded.has(file)) return
        loaded.add(file)
        files.get(file)?.imports.forEach(load)
      }
      const holds = new Set([...BEFORE, ...FRAME, TEXTS])
      for (const chunk of chunks) if (chunk.moduleIds.some((id) => holds.has(id))) load(chunk.fileName)
      const sizes = [...loaded].map((file) => ({ file, kb: gzipSync(files.get(file)?.code ?? '').length / KB }))
      const kb = sizes.reduce((sum, one) => sum + one.kb, 0)
      const told = sizes.sort((one, other) => other.kb - one.kb).map((one) => `${one.file} ${one.kb.toFixed(1)}`)
      this.info(`the start set: ${kb.toFixed(0)} of ${mostKb} kB: ${told.join(', ')}`)
      if (kb > mostKb) this.error(`the start set has grown to ${kb.toFixed(1)} kB, beyond ${mostKb}: ${told.join(', ')}`)
    },
  }
  return { plugin, has: (id) => modules.has(id), opens: (id) => opened.has(id) }
}
