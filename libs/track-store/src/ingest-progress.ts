import type { ClientBase } from 'pg'
import { ClaimLostError, type PartitionClaim } from './track-store.js'

type Queryable = Pick<ClientBase, 'query'>

// A partition that nobody has held begins as if everything before had been another's: nothing is known of it.
const CLAIM = `INSERT INTO ingest_progress AS p (partition) VALUES ($1)
  ON CONFLICT (partition) DO UPDATE SET generation = p.generation + 1
  RETURNING generation::text, written_offset::text AS written, cut_offset::text AS cut`

const NOTE = `UPDATE ingest_progress SET written_offset = $3::bigint, cut_offset = $4::bigint
  WHERE partition = $1 AND generation = $2::bigint`

/** Takes a partition over from whoever held it. */
export async function claimPartition(client: Queryable, partition: number): Promise<PartitionClaim> {
  const { rows } = await client.query<{ generation: string; written: string; cut: string }>(CLAIM, [partition])
  const { generation, written, cut } = rows[0]!
  return { partition, generation: BigInt(generation), written: BigInt(written), cut: BigInt(cut) }
}

/** @throws ClaimLostError when another process has claimed the partition since; the caller must roll back. */
export async function noteProgress(client: Queryable, { partition, generation, written, cut }: PartitionClaim): Promise<void> {
  const { rowCount } = await client.query(NOTE, [partition, generation, written, cut])
  if (rowCount !== 1) throw new ClaimLostError(partition)
}
