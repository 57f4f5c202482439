import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import type { DataDirectory } from '../start/data-directory.js'
import { assertDatabaseUserMayEnter } from '../start/database-user.js'
import { freePort } from '../start/free-port.js'
import { silenceOutput } from '../with-database.js'
import type { Header } from './archive.js'
import { DatabaseInUse, type Loaded, loadBackup } from './load-backup.js'
import { assertOnlyRestore } from './only-restore.js'
import type { ArchiveReader } from './read-archive.js'

/**
 * Restores an installation on one machine: the embedded database and the secrets. The database is made in another folder
 * and moved to the data folder when it is complete. A restore that was interrupted can therefore be repeated.
 * @throws DatabaseInUse if the data folder contains a database, or secrets that differ from those of the backup
 * @throws Error if another restore into the data folder is running
 */
export async function restoreHere(data: DataDirectory, header: Header, archive: ArchiveReader): Promise<Loaded> {
  const folder = data.in('postgres')
  if (existsSync(folder))
    throw new DatabaseInUse(
      `${data.path} has a database. Nothing was changed. Stop Roadbook and move the folder away (mv ${data.path} ${data.path}.old), ` +
        'or restore into another folder with ROADBOOK_DATA_DIR',
    )
  const release = assertOnlyRestore(data.in('restore.pid'))
  try {
    return await restoreInto(data, header, archive)
  } finally {
    release()
  }
}

async function restoreInto(data: DataDirectory, header: Header, archive: ArchiveReader): Promise<Loaded> {
  assertSecretsFit(data, header)
  assertDatabaseUserMayEnter(data.path)
  // Imported only here, because loading the module installs signal handlers. In the launcher, these handlers would end the
  // process before its services have ended.
  const { endStalePostmaster, startEmbeddedPostgres } = await import('../start/embedded-postgres.js')
  const unfinished = data.in('postgres.restoring')
  await endStalePostmaster(unfinished)
  rmSync(unfinished, { recursive: true, force: true })
  const password = header.files['postgres.secret'] ?? data.secret('postgres')
  const quiet = silenceOutput(() => true)
  let loaded: Loaded
  try {
    const server = await startEmbeddedPostgres({ folder: unfinished, port: await freePort(), password, isNew: true })
    try {
      loaded = await loadBackup(server.url, header, archive)
    } finally {
      await server.stop()
    }
  } finally {
    quiet()
  }
  data.putBack(header.files)
  renameSync(unfinished, data.in('postgres'))
  return loaded
}

/**
 * Throws if a secret in the backup would replace a different one in the data folder. Without the replaced secret, the data
 * of another backup might be unreadable.
 */
function assertSecretsFit(data: DataDirectory, { files }: Header): void {
  for (const [name, text] of Object.entries(files)) {
    const file = data.in(name)
    if (existsSync(file) && readFileSync(file, 'utf8') !== text)
      throw new DatabaseInUse(
        `${file} differs from that of the backup. Nothing was changed. Move the folder away (mv ${data.path} ${data.path}.old), ` +
          'or restore into another folder with ROADBOOK_DATA_DIR',
      )
  }
}
