import { createReadStream, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { isNamedIn } from './names.js'

/** Returns a sentence for each log file of this machine that names the person. */
export async function logLinesNaming(folder: string, values: readonly string[]): Promise<string[]> {
  if (!existsSync(folder) || values.length === 0) return []
  const sentences: string[] = []
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    let count = 0
    for await (const line of createInterface({ input: createReadStream(file) })) if (isNamedIn(line, values)) count += 1
    if (count > 0) sentences.push(`${file}: ${count} lines name the person. Delete the file, or wait until it is replaced`)
  }
  return sentences
}
