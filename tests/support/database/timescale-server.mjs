// Runs PostgreSQL with the real TimescaleDB extension, compiled to WebAssembly, behind a socket. It has its own process because a
// test runner's module system cannot load the module. Prints its port and ends when its stdin closes. This build cannot preload a
// library and reports that it does not need to. The arguments are statements that run at the start and can make it report
// otherwise.
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { timescaledb } from '@electric-sql/pglite/timescaledb'
import { freePort } from '../free-port.mjs'

const db = await PGlite.create({ extensions: { timescaledb } })
await db.exec("SET timescaledb.allow_install_without_preload = 'on'")
for (const statement of process.argv.slice(2)) await db.exec(statement)
const port = await freePort()
// There is one session, but the next client may connect before the last one's socket is closed.
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port, maxConnections: 20 })
await server.start()
process.stdin.resume().once('end', () => process.exit(0))
process.stdout.write(`port ${port}\n`)
