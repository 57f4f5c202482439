import type { Description } from './archive.js'

const REFUSED = 'nothing was changed: schema.json is not that of such an archive'

/** Reads schema.json. @throws Error if the text is not a JSON object */
export function readDescription(text: string): Description {
  try {
    const read: unknown = JSON.parse(text)
    if (isObject(read)) return read as unknown as Description
  } catch (error) {
    throw new Error(REFUSED, { cause: error })
  }
  throw new Error(REFUSED)
}

/** Checks the types of all values that an import uses. @throws Error that names the first wrong part */
export function assertForm(read: Description): void {
  const wrong = Object.entries(FORM).find(([name, fits]) => !fits((read as unknown as Record<string, unknown>)[name]))
  if (wrong) throw new Error(`${REFUSED} (${wrong[0]})`)
}

type Fits = (value: unknown) => boolean

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText: Fits = (value) => typeof value === 'string'
const isCount: Fits = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isId: Fits = (value) => isCount(value) && Number(value) >= 1 && Number(value) < 2 ** 31
const optional =
  (fits: Fits): Fits =>
  (value) =>
    value === undefined || fits(value)
const listOf =
  (fits: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.every(fits)
const objectOf =
  (form: Readonly<Record<string, Fits>>): Fits =>
  (value) =>
    isObject(value) && Object.entries(form).every(([name, fits]) => fits(value[name]))

const isWeek: Fits = (value) => isText(value) && !Number.isNaN(Date.parse(value as string))

const FORM: Readonly<Record<keyof Description, Fits>> = {
  roadbook: isText,
  format: isCount,
  version: isText,
  takenAt: isText,
  business: objectOf({ id: isId, name: isText }),
  migrations: listOf(isText),
  roles: listOf(objectOf({ id: isCount, key: isText, permissions: listOf(isText) })),
  weeks: listOf(isWeek),
  tables: listOf(
    objectOf({
      table: isText,
      holds: isText,
      files: listOf(isText),
      rows: isCount,
      fields: listOf(objectOf({ name: isText, type: isText })),
      changed: optional(objectOf({ fields: listOf(isText), because: isText })),
    }),
  ),
  files: listOf(objectOf({ file: isText, rows: optional(isCount), sha256: isText })),
  losses: listOf(objectOf({ table: isText, column: optional(isText), rows: isCount, why: isText })),
  untaken: listOf(objectOf({ table: isText, kind: isText, why: isText })),
}
