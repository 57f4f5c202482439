import type { Header, Trailer } from './archive.js'
import type { ArchiveReader } from './read-archive.js'

/**
 * Reads a backup to its end without a database.
 * @throws DamagedBackup if it is cut off or changed
 */
export async function verifyBackup(archive: ArchiveReader): Promise<{ header: Header; trailer: Trailer }> {
  const header = await archive.header()
  for await (const { rows } of archive.tables()) for await (const _ of rows());
  return { header, trailer: await archive.end() }
}
