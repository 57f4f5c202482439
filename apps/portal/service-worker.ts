import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, type Plugin, type ResolvedConfig } from 'vite'
import type { PrecacheEntry } from 'workbox-precaching'

/** Placeholder in the worker's source for the list of kept files, as in every worker made with Workbox. */
const PLACE = 'self.__WB_MANIFEST'
/** Files whose names change with their content. */
const NAMED_BY_CONTENT = /^assets\//
/** Maximum size of a kept file. The build fails for a larger one, because a phone on a weak network would wait too long. */
const MOST_BYTES = 4 * 1024 * 1024

/** Returns the files of a folder that match the patterns, each with a revision that changes with its content. */
export function keptFiles(folder: string, patterns: readonly string[]): PrecacheEntry[] {
  const files = [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: folder })))]
  return files.sort().map((file) => {
    const { size } = statSync(join(folder, file))
    if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes, and a device keeps files of at most ${MOST_BYTES}`)
    const revision = NAMED_BY_CONTENT.test(file)
      ? null
      : createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')
    return { url: file.replaceAll('\\', '/'), revision: revision?.slice(0, 32) ?? null }
  })
}

/**
 * Builds the service worker, after the portal itself, with the list of files that it keeps on the device.
 * @param source the worker's source
 * @param file its name in the build output
 * @param patterns globs of the files to keep
 */
export function serviceWorker(source: string, file: string, patterns: readonly string[]): Plugin {
  let config: ResolvedConfig
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved
    },
    async closeBundle(failure?: Error) {
      if (failure) return
      const { root, logLevel, mode } = config
      const { outDir, target } = config.build
      const files = JSON.stringify(keptFiles(resolve(root, outDir), patterns))
      await build({
        configFile: false,
        root,
        logLevel,
        mode,
        publicDir: false,
        define: { [PLACE]: files, 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir,
          target,
          emptyOutDir: false,
          reportCompressedSize: false,
          copyPublicDir: false,
          // Browsers older than two years do not accept a module as a worker.
          lib: { entry: join(root, source), formats: ['iife'], name: 'worker', fileName: () => file },
        },
      })
    },
  }
}
