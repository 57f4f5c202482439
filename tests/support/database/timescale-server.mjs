// Runs PostgreSQL with the real TimescaleDB extension, compiled to WebAssembly, behind a socket. This program is a process
// of its own, because the module system of the test runner cannot load the module. It prints its port and ends when its
// stdin closes. This build of PostgreSQL cannot preload libraries, and reports that the extension does not need it. The
// arguments are statements that run at the start. They can change what the server reports.
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { timescaledb } from '@electric-sql/pglite/timescaledb'
import { freePort } from '../free-port.mjs'

const db = await PGlite.create({ extensions: { timescaledb } })
await db.exec("SET timescaledb.allow_install_without_preload = 'on'")
for (const statement of process.argv.slice(2)) await db.exec(statement)
const port = await freePort()
// The server has only one session. But more connections are allowed, because the next client may connect before the socket
// of the previous one is closed.
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port, maxConnections: 20 })
await server.start()
process.stdin.resume().once('end', () => process.exit(0))
process.stdout.write(`port ${port}\n`)
