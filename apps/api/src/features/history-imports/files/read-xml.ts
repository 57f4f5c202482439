import { SaxesParser } from 'saxes'
import { say } from '../texts.js'
import { emptyFile, type HistoryFile, NotReadable, type Reading } from './history-file.js'
import { Pace } from './pace.js'
import { GpxReader } from './read-gpx.js'
import { KmlReader } from './read-kml.js'
import { TimeReader } from './read-time.js'
import type { XmlReader } from './xml-reader.js'

/** Maximum nesting of elements. A track is never nested deeper. */
const DEEPEST = 64
/** Maximum number of attributes of an element. */
const MOST_ATTRIBUTES = 100
/** As soon as an element's text has this many characters, the rest is dropped. Times, places and speeds are shorter. */
const MOST_TEXT = 1_000
/** Number of characters that are parsed before the next check whether other requests should run. */
const SLICE = 16_384

/**
 * Reads a GPX or KML file. The file's first element shows the format. The parser knows only the five entities of XML and fetches
 * nothing. It ignores entities that a document type declares, and refuses a file that uses such an entity.
 * @throws NotReadable
 */
export async function readXml(text: string, { timeZone }: Reading): Promise<HistoryFile> {
  const parser = new SaxesParser()
  const path: string[] = []
  const times = new TimeReader(timeZone)
  let file: HistoryFile | undefined
  let reader: XmlReader | undefined
  let said = ''
  parser.on('error', () => {
    throw new NotReadable(say('damaged-xml', { line: parser.line }))
  })
  parser.on('opentag', (tag) => {
    const name = localName(tag.name)
    if (path.length >= DEEPEST) throw new NotReadable(say('damaged-xml', { line: parser.line }))
    if (!reader) {
      if (name !== 'gpx' && name !== 'kml') throw new NotReadable(say('not-a-file'))
      file = emptyFile(name)
      reader = name === 'gpx' ? new GpxReader(file, times) : new KmlReader(file, times)
    }
    reader.open(name, tag.attributes)
    path.push(name)
    said = ''
  })
  let attributes = 0
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', () => {
    if (++attributes > MOST_ATTRIBUTES) throw new NotReadable(say('damaged-xml', { line: parser.line }))
  })
  const add = (part: string) => {
    if (said.length < MOST_TEXT) said += part
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', (tag) => {
    path.pop()
    reader?.close(localName(tag.name), said, path)
    said = ''
  })
  const pace = new Pace()
  for (let at = 0; at < text.length; at += SLICE) {
    parser.write(text.slice(at, at + SLICE))
    if (pace.isOver) await pace.pause()
  }
  parser.close()
  if (!file) throw new NotReadable(say('not-a-file'))
  return file
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)
