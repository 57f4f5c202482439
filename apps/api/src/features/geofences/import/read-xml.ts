import { SaxesParser } from 'saxes'
import { say } from '../texts.js'
import type { Found } from './found-area.js'
import { GpxReader } from './gpx-reader.js'
import { KmlReader } from './kml-reader.js'
import { NotReadable } from './not-readable.js'
import type { Reading } from './reading.js'
import type { XmlReader } from './xml-reader.js'

const READERS: ReadonlyMap<string, () => XmlReader> = new Map([
  ['kml', (): XmlReader => new KmlReader()],
  ['gpx', (): XmlReader => new GpxReader()],
])

/** Maximum nesting of elements. A map that a person drew is never nested deeper. */
const DEEPEST = 64

/**
 * Reads the places of a KML or GPX file. The file's first element shows the format. The parser knows only the five entities of
 * XML and fetches nothing. It ignores entities that a document type declares, and refuses a file that uses such an entity.
 * @throws NotReadable
 */
export function readXml(text: string, reading: Reading): Found[] {
  const parser = new SaxesParser()
  const path: string[] = []
  let reader: XmlReader | undefined
  let said = ''
  parser.on('error', () => {
    throw new NotReadable(say('import-damaged'))
  })
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    if (path.length >= DEEPEST) throw new NotReadable(say('import-damaged'))
    reader ??= READERS.get(name)?.()
    if (!reader) throw new NotReadable(say('import-not-a-file'))
    reader.open(name, tag.attributes, path)
    path.push(name)
    said = ''
  })
  const add = (part: string) => {
    said += part
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', (tag) => {
    path.pop()
    reader?.close(localName(tag.name), said, path)
    said = ''
  })
  parser.write(text).close()
  if (!reader) throw new NotReadable(say('import-not-a-file'))
  return reader.places(reading)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
