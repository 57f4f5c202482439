import type { ClientBase } from 'pg'
import { ClaimLostError, type PartitionClaim } from './track-store.js'

type Queryable = Pick<ClientBase, 'query'>

// A new row has the default values of its columns (−1), which mean that the partition's progress is not known.
const CLAIM = `INSERT INTO ingest_progress AS p (partition) VALUES ($1)
  ON CONFLICT (partition) DO UPDATE SET generation = p.generation + 1
  RETURNING generation::text, written_offset::text AS written, cut_offset::text AS cut`

const NOTE = `UPDATE ingest_progress p SET written_offset = n.written, cut_offset = n.cut
  FROM unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS n (partition, generation, written, cut)
  WHERE p.partition = n.partition AND p.generation = n.generation RETURNING p.partition`

/** Claims a partition. The claim of the previous holder then becomes invalid. */
export async function claimPartition(client: Queryable, partition: number): Promise<PartitionClaim> {
  const { rows } = await client.query<{ generation: string; written: string; cut: string }>(CLAIM, [partition])
  const { generation, written, cut } = rows[0]!
  return { partition, generation: BigInt(generation), written: BigInt(written), cut: BigInt(cut) }
}

/** @throws ClaimLostError if another process has claimed one of the partitions meanwhile; the caller must roll back */
export async function noteProgress(client: Queryable, claims: readonly PartitionClaim[]): Promise<void> {
  const values = (['partition', 'generation', 'written', 'cut'] as const).map((column) => claims.map((claim) => claim[column]))
  const { rows } = await client.query<{ partition: number }>({ name: 'ingest-progress', text: NOTE, values })
  if (rows.length === claims.length) return
  const held = new Set(rows.map(({ partition }) => partition))
  throw new ClaimLostError(claims.find(({ partition }) => !held.has(partition))!.partition)
}
