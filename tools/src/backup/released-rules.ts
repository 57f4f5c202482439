import type pg from 'pg'
import { SCHEMAS } from './archive.js'

const TABLES = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = ANY ($1)`

/**
 * Drops the foreign keys and disables the triggers of all tables, and of partitions that have their own. Rows can then be
 * loaded in any order, and no trigger changes them. The triggers are disabled for all sessions, because disabling them only
 * for this session would need a superuser.
 * @returns a function that restores them in the same transaction. The database then checks every foreign key.
 */
export async function releasedRules(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(r.conname) AS name, pg_get_constraintdef(r.oid) AS definition
     FROM ${TABLES} JOIN pg_constraint r ON r.conrelid = c.oid WHERE r.contype = 'f' AND r.conparentid = 0 ORDER BY 1, 2`,
    [SCHEMAS],
  )
  // The triggers of an extension protect the extension's own tables and must not be disabled.
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(g.tgname) AS name
     FROM ${TABLES} JOIN pg_trigger g ON g.tgrelid = c.oid JOIN pg_proc p ON p.oid = g.tgfoid
     WHERE NOT g.tgisinternal AND g.tgenabled = 'O' AND p.pronamespace::regnamespace::text !~ '^_?timescaledb' ORDER BY 1, 2`,
    [SCHEMAS],
  )
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${name}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    for (const { table, name } of triggers) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${name}`)
  }
}
