import { directUrl } from './direct-url.js'

const POOLER = 'postgres://roadbook_web:p%40ss@pooler:6432/roadbook?sslmode=require'

describe('the address of PostgreSQL itself', () => {
  it.each([undefined, ''])('is that of every connection if no other is set (%j)', (DATABASE_DIRECT_URL) => {
    expect(directUrl({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL })).toBe(POOLER)
  })

  it.each([
    ['postgres://db:5432', 'postgres://roadbook_web:p%40ss@db:5432/roadbook?sslmode=require'],
    ['postgres://db:5432/', 'postgres://roadbook_web:p%40ss@db:5432/roadbook?sslmode=require'],
    ['postgresql://[fd00::1]/other', 'postgresql://roadbook_web:p%40ss@[fd00::1]/other?sslmode=require'],
    ['postgres://me:own@db/?sslmode=disable', 'postgres://me:own@db/roadbook?sslmode=disable'],
    ['postgres://me@db/other', 'postgres://me@db/other?sslmode=require'],
  ])('%s takes from the usual one what it leaves out', (DATABASE_DIRECT_URL, expected) => {
    expect(directUrl({ DATABASE_URL: POOLER, DATABASE_DIRECT_URL })).toBe(expected)
  })
})
