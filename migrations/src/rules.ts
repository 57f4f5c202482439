import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.resolve(import.meta.dirname, '../rules')

/** Which files there are in `migrations/rules`: each holds the functions of the database of one subject. */
export const subjects = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()

/** The text of a file: `CREATE OR REPLACE FUNCTION …` with who may call it, and nothing that cannot be said again. */
export const rulesOf = (subject: string): string => readFileSync(path.join(FOLDER, `${subject}.sql`), 'utf8')
