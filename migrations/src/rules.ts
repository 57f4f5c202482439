import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.resolve(import.meta.dirname, '../rules')

/** Returns the subjects in `migrations/rules`. Each file contains the database functions of one subject. */
export const subjects = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()

/**
 * Returns the text of a file. It consists of `CREATE OR REPLACE FUNCTION …` with its grants, and of other statements that can
 * be repeated.
 */
export const rulesOf = (subject: string): string => readFileSync(path.join(FOLDER, `${subject}.sql`), 'utf8')
