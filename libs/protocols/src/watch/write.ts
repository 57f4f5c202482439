import type { Head } from './layout.js'

/**
 * Builds a frame. It contains the length of its content in four hexadecimal digits and, if the device uses one, the index.
 */
export function write({ maker, id, index }: Pick<Head, 'maker' | 'id' | 'index'>, content: string): Buffer {
  const length = content.length.toString(16).toUpperCase().padStart(4, '0')
  return Buffer.from(`[${maker}*${id}*${index === undefined ? '' : `${index}*`}${length}*${content}]`, 'latin1')
}
