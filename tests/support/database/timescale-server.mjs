// PostgreSQL with the real TimescaleDB extension, compiled to WebAssembly, behind a socket. A process of its own because the
// module loads itself in ways that a test runner's module system does not know. Prints its port; ends with its stdin. This
// build cannot preload a library, and says that it may do without: the statements that are its arguments, run at the start,
// can make it a server that says otherwise.
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { timescaledb } from '@electric-sql/pglite/timescaledb'
import { freePort } from '../free-port.mjs'

const db = await PGlite.create({ extensions: { timescaledb } })
await db.exec("SET timescaledb.allow_install_without_preload = 'on'")
for (const statement of process.argv.slice(2)) await db.exec(statement)
const port = await freePort()
// One session, but the next client may come before the last one's socket is gone.
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port, maxConnections: 20 })
await server.start()
process.stdin.resume().once('end', () => process.exit(0))
process.stdout.write(`port ${port}\n`)
