/** Rows of an export that are in memory as rows at the same time. */
const BATCH_ROWS = 2_000

/** Goes through the keys of an export, some thousand at a time. */
export async function eachBatch<Key>(keys: readonly Key[], work: (some: readonly Key[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < keys.length; at += BATCH_ROWS) await work(keys.slice(at, at + BATCH_ROWS))
}
