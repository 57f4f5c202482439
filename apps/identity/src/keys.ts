import { randomBytes } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type pg from 'pg'
import { ADVISORY_LOCKS, inTransaction } from '@roadbook/platform'

export interface ProviderKeys {
  /** Private RSA keys for RS256, newest first. The first key signs. The others are still used to verify. */
  signing: JWK[]
  /** Secrets for signing the provider's cookies, newest first. */
  cookie: string[]
}

/** Reads the keys. At the very first start, creates them. */
export async function loadKeys(pool: pg.Pool): Promise<ProviderKeys> {
  return inTransaction(pool, async (client) => {
    // The lock makes processes that start at the same time use one set of keys.
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.signingKeys])
    const signing = await read<JWK>(client, 'signing')
    const cookie = await read<string>(client, 'cookie')
    if (signing.length === 0) signing.push(await insert(client, 'signing', await createSigningKey()))
    if (cookie.length === 0) cookie.push(await insert(client, 'cookie', randomBytes(32).toString('base64url')))
    return { signing, cookie }
  })
}

async function read<T>(client: pg.ClientBase, purpose: string): Promise<T[]> {
  const { rows } = await client.query<{ value: T }>('SELECT value FROM identity.keys WHERE purpose = $1 ORDER BY id DESC', [
    purpose,
  ])
  return rows.map((row) => row.value)
}

async function insert<T>(client: pg.ClientBase, purpose: string, value: T): Promise<T> {
  await client.query('INSERT INTO identity.keys (purpose, value) VALUES ($1, $2)', [purpose, JSON.stringify(value)])
  return value
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2_048, extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' }
}
