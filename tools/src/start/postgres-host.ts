// Process that owns the embedded PostgreSQL: `postgres-host.js <folder> <port>`, with the password in POSTGRES_PASSWORD. It sends
// "ready" to its launcher and ends the database on request, or when the launcher is gone.
import { existsSync } from 'node:fs'
import { startEmbeddedPostgres } from './embedded-postgres.js'

const [folder, port] = process.argv.slice(2)
const password = process.env.POSTGRES_PASSWORD
if (!folder || !port || !password || !process.send) throw new Error('postgres-host is started by the launcher')

const server = await startEmbeddedPostgres({ folder, port: Number(port), password, isNew: !existsSync(`${folder}/PG_VERSION`) })
process.send('ready')
server.onExit(() => process.exit(1))

const stop = () => void server.stop().then(() => process.exit(0))
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
process.on('disconnect', stop)
