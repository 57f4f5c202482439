import { z } from 'zod'
import { commonShape, readConfiguration } from './configuration.js'

const shape = { ...commonShape, KEYCLOAK_CLIENT_SECRET: z.string().optional(), SHOP_SECRET: z.string().optional() }
const GOOD = 'postgres://roadbook_web:5f0c7a8be1@db.example/roadbook'
const read = (environment: Record<string, string>) => () => readConfiguration(shape, { DATABASE_URL: GOOD, ...environment })

describe('M12 no shipped word opens anything', () => {
  it.each(['change-me-directory', 'Change-Me', 'secret', 'roadbook', '${KEYCLOAK_CLIENT_SECRET}'])(
    'M12 no process starts with %s as a secret, and the message does not repeat it',
    (word) => {
      expect(read({ KEYCLOAK_CLIENT_SECRET: word })).toThrow(
        /^wrong configuration:\n {2}KEYCLOAK_CLIENT_SECRET: must not be a word that everybody knows$/,
      )
    },
  )

  it.each(['roadbook', 'postgres', 'password', 'roadbook_web', 'change%2Dme'])(
    'M12 in production none starts with %s as the password of a database elsewhere',
    (word) => {
      const DATABASE_URL = `postgres://roadbook_web:${word}@timescaledb:5432/roadbook`
      expect(read({ DATABASE_URL, NODE_ENV: 'production' })).toThrow(
        'DATABASE_URL: must not have a password that everybody knows',
      )
      expect(read({ DATABASE_URL })).not.toThrow()
      expect(read({ DATABASE_URL: DATABASE_URL.replace('timescaledb', '127.0.0.1'), NODE_ENV: 'production' })).not.toThrow()
    },
  )

  it('M12 names every variable at once, also where others are wrong by themselves, and passes what is a secret', () => {
    const wrong = { KEYCLOAK_CLIENT_SECRET: 'change-me', SHOP_SECRET: 'admin', LOG_LEVEL: 'loud' }
    for (const name of Object.keys(wrong)) expect(read(wrong)).toThrow(name)
    expect(read({ KEYCLOAK_CLIENT_SECRET: '9d1f6c', NODE_ENV: 'production' })).not.toThrow()
    expect(read({ DATABASE_URL: 'postgres:///roadbook', NODE_ENV: 'production' })).not.toThrow()
  })
})
