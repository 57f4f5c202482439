import { statSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../project-root.js'

const MAY_ENTER_OTHERS = 0o001

/**
 * Checks that the database can enter its folders. When the product runs as root, the database runs as the user `postgres`.
 * This user must be able to enter the folder of the data and the folder of the database program.
 * @throws Error with the folder that cannot be entered
 */
export function assertDatabaseUserMayEnter(dataDirectory: string): void {
  if (process.getuid?.() !== 0) return
  for (const target of [dataDirectory, path.join(projectRoot, 'node_modules')])
    for (let folder = target; folder !== path.dirname(folder); folder = path.dirname(folder))
      if ((statSync(folder).mode & MAY_ENTER_OTHERS) === 0)
        throw new Error(
          `started as root, the database runs as the user "postgres", who may not enter ${folder}. ` +
            `Start as an ordinary user, move the checkout, or set ROADBOOK_DATA_DIR to a folder that everybody may enter (chmod o+x).`,
        )
}
