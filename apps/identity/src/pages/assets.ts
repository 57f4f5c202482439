import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { Html } from '@roadbook/platform'

export interface Asset {
  type: string
  body: Buffer
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const OWN_FOLDER = path.join(import.meta.dirname, '../../assets')
const FONTS = {
  'inter-latin.woff2': 'inter-latin-wght-normal.woff2',
  'inter-latin-ext.woff2': 'inter-latin-ext-wght-normal.woff2',
}
const OWN = ['identity.css', 'identity.js', 'logo-mark.svg', 'city-map.svg', 'city-trip.svg']

/**
 * Static files of the pages. They are read once. Their addresses contain a hash of the content, so browsers can cache them
 * forever and still see every change.
 */
export class Assets {
  private readonly byName = new Map<string, Asset>()
  private readonly versions = new Map<string, string>()

  constructor() {
    const resolve = createRequire(import.meta.url).resolve
    for (const [name, file] of Object.entries(FONTS))
      this.add(name, readFileSync(resolve(`@fontsource-variable/inter/files/${file}`)))
    for (const name of OWN) this.add(name, readFileSync(path.join(OWN_FOLDER, name)))
  }

  /** Returns the address of a file for the browser. */
  url(name: string): string {
    const version = this.versions.get(name)
    if (!version) throw new Error(`no asset ${name}`)
    return `/assets/${version}/${name}`
  }

  /** Returns the text of an SVG for use within a page. As a part of the page, its text is shown in the fonts of the page. */
  markup(name: string): Html {
    return new Html(this.byName.get(name)?.body.toString('utf8') ?? '')
  }

  /** Finds the file at `/assets/<version>/<name>` for any version, because an old page may still request it. */
  find(pathname: string): Asset | undefined {
    return this.byName.get(/^\/assets\/[0-9a-f]+\/([a-z0-9.-]+)$/.exec(pathname)?.[1] ?? '')
  }

  private add(name: string, body: Buffer): void {
    this.byName.set(name, { type: TYPES[path.extname(name)] ?? 'application/octet-stream', body })
    this.versions.set(name, createHash('sha256').update(body).digest('hex').slice(0, 12))
  }
}
