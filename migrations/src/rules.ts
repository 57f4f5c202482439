import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.resolve(import.meta.dirname, '../rules')

/** Returns the subjects in `migrations/rules`; each file holds the database functions of one subject. */
export const subjects = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .sort()

/** Returns the text of a file: `CREATE OR REPLACE FUNCTION …` with its grants, and only statements that can be repeated. */
export const rulesOf = (subject: string): string => readFileSync(path.join(FOLDER, `${subject}.sql`), 'utf8')
