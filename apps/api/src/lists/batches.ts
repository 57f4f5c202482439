/** Maximum rows of an export in memory at the same time. */
const BATCH_ROWS = 2_000

/** Processes the keys of an export in batches of a few thousand. */
export async function eachBatch<Key>(keys: readonly Key[], work: (some: readonly Key[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < keys.length; at += BATCH_ROWS) await work(keys.slice(at, at + BATCH_ROWS))
}
