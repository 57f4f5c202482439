/** Of a layer: its kind and name as the file's schema says them, and its geometry in shares of the tile, from its upper left corner. */
export interface TileFeature {
  kind: string
  name?: string
  isArea: boolean
  isPoint: boolean
  /** Rings of an area, lines, or places of one point each. */
  parts: readonly (readonly (readonly [number, number])[])[]
}

const POINT = 1
const AREA = 3
const MOVE = 1
const LINE = 2
const LENGTH_WIRE = 2
const WORDS = new TextDecoder()

/** A message of Protocol Buffers, field by field: numbers as they are, everything of a length as its bytes. */
function* fieldsOf(bytes: Uint8Array): Generator<{ field: number; value: number; bytes: Uint8Array }> {
  const none = bytes.subarray(0, 0)
  for (let at = 0; at < bytes.length;) {
    const key = varint()
    const [field, wire] = [key >>> 3, key & 7]
    if (wire === LENGTH_WIRE) {
      const length = varint()
      yield { field, value: 0, bytes: bytes.subarray(at, at + length) }
      at += length
    } else if (wire === 0) yield { field, value: varint(), bytes: none }
    else if (wire === 5 || wire === 1) at += wire === 5 ? 4 : 8
    else throw new Error(`a vector tile has a field of the unknown wire type ${wire}`)

    function varint(): number {
      let [value, shift] = [0, 1]
      for (;;) {
        const byte = bytes[at++]
        if (byte === undefined) throw new Error('a vector tile ends within a number')
        value += (byte & 127) * shift
        if (byte < 128) return value
        shift *= 128
      }
    }
  }
}

function numbersOf(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 1]
  for (const byte of bytes) {
    value += (byte & 127) * shift
    shift *= 128
    if (byte < 128) {
      numbers.push(value)
      value = 0
      shift = 1
    }
  }
  return numbers
}

/**
 * The features of these layers of a tile, in the order of the tile.
 * @source https://github.com/mapbox/vector-tile-spec/tree/master/2.1
 */
export function readTile(tile: Uint8Array, layers: ReadonlySet<string>): Map<string, TileFeature[]> {
  const found = new Map<string, TileFeature[]>()
  for (const { field, bytes } of fieldsOf(tile)) {
    if (field !== 3) continue
    const layer = {
      name: '',
      extent: 4_096,
      keys: [] as string[],
      values: [] as (string | undefined)[],
      features: [] as Uint8Array[],
    }
    for (const part of fieldsOf(bytes)) {
      if (part.field === 1) layer.name = WORDS.decode(part.bytes)
      else if (part.field === 2) layer.features.push(part.bytes)
      else if (part.field === 3) layer.keys.push(WORDS.decode(part.bytes))
      else if (part.field === 4) layer.values.push(wordOf(part.bytes))
      else if (part.field === 5) layer.extent = part.value
    }
    if (layers.has(layer.name))
      found.set(
        layer.name,
        layer.features.map((one) => featureOf(one, layer)),
      )
  }
  return found
}

/** A value that is a word; numbers and facts are not needed here. */
function wordOf(bytes: Uint8Array): string | undefined {
  for (const { field, bytes: word } of fieldsOf(bytes)) if (field === 1) return WORDS.decode(word)
  return undefined
}

interface Layer {
  extent: number
  keys: readonly string[]
  values: readonly (string | undefined)[]
}

function featureOf(bytes: Uint8Array, { extent, keys, values }: Layer): TileFeature {
  let [tags, type, geometry]: [number[], number, number[]] = [[], 0, []]
  for (const { field, value, bytes: part } of fieldsOf(bytes)) {
    if (field === 2) tags = numbersOf(part)
    else if (field === 3) type = value
    else if (field === 4) geometry = numbersOf(part)
  }
  const said = new Map<string, string>()
  for (let at = 0; at < tags.length; at += 2) {
    const word = values[tags[at + 1]!]
    if (word !== undefined) said.set(keys[tags[at]!] ?? '', word)
  }
  return {
    kind: said.get('kind') ?? '',
    name: said.get('name'),
    isArea: type === AREA,
    isPoint: type === POINT,
    parts: partsOf(geometry, extent, type),
  }
}

/** Numbers near zero are small, whichever their sign. */
const signed = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)

function partsOf(geometry: readonly number[], extent: number, type: number): [number, number][][] {
  const parts: [number, number][][] = []
  let [x, y] = [0, 0]
  for (let at = 0; at < geometry.length;) {
    const command = geometry[at++]!
    const [what, times] = [command & 7, command >>> 3]
    if (what !== MOVE && what !== LINE) continue
    for (let nth = 0; nth < times; nth++) {
      x += signed(geometry[at++] ?? 0)
      y += signed(geometry[at++] ?? 0)
      if (what === MOVE || parts.length === 0) parts.push([])
      parts.at(-1)!.push([x / extent, y / extent])
    }
  }
  return type === POINT ? parts : parts.filter((part) => part.length > 1)
}
