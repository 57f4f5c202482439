// Runs PostgreSQL with the real TimescaleDB extension, compiled to WebAssembly, behind a socket. It has its own process because a
// test runner's module system cannot load the module. Prints its port and ends when its stdin closes. This build cannot preload a
// library and reports that it does not need to. The arguments are statements that run at the start and can make it report
// otherwise. The build can copy rows neither to a client nor from one, so COPY … TO STDOUT and COPY … FROM STDIN go through a file.
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { timescaledb } from '@electric-sql/pglite/timescaledb'
import { freePort } from '../free-port.mjs'

/** Body of the answer that begins a copy: text, without a list of columns. */
const EVERY_COLUMN_AS_TEXT = Buffer.from([0, 0, 0])

/** Name of the connection on which a migration looks for locks that it waits for. */
const WATCH = 'roadbook migrate watch'
const TOO_MANY = Buffer.from('SFATAL\0VFATAL\0C53300\0Mthis server has only one session\0\0')

/** Returns a message of PostgreSQL's protocol: its type, its length and its body. */
function message(type, body) {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

const db = await PGlite.create({ extensions: { timescaledb } })
await db.exec("SET timescaledb.allow_install_without_preload = 'on'")
for (const statement of process.argv.slice(2)) await db.exec(statement)
carryCopies(db)
const port = await freePort()
// The server has only one session. But more connections are allowed, because the next client may connect before the socket
// of the previous one is closed.
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port, maxConnections: 20 })
await server.start()
process.stdin.resume().once('end', () => process.exit(0))
process.stdout.write(`port ${port}\n`)

/** Answers COPY … TO STDOUT and COPY … FROM STDIN, through a file of the server's own file system. */
function carryCopies(database) {
  const file = '/tmp/copied'
  const raw = database.execProtocolRaw.bind(database)
  const run = (statement) => raw(message('Q', Buffer.from(`${statement}\0`)))
  /** The statement whose rows a client is sending, and the rows that have arrived. */
  let arriving
  database.execProtocolRaw = async (bytes, options) => {
    const type = String.fromCharCode(bytes[0])
    // Refuses logins of the watch connection (a login has no type). The server has only one session, so the watch would find
    // this session, which is its own, and wait for it.
    if (type === '\0' && Buffer.from(bytes).includes(WATCH)) return message('E', TOO_MANY)
    const body = Buffer.from(bytes.subarray(5))
    if (arriving) {
      if (type === 'd') {
        arriving.rows.push(body)
        return new Uint8Array()
      }
      const { text, rows } = arriving
      arriving = undefined
      database.Module.FS.writeFile(file, type === 'c' ? Buffer.concat(rows) : 'a copy that the client broke off')
      return run(text.replace(/STDIN$/, `'${file}'`))
    }
    const text = type === 'Q' ? body.subarray(0, -1).toString() : ''
    if (/^COPY .* FROM STDIN$/s.test(text)) {
      arriving = { text, rows: [] }
      return message('G', EVERY_COLUMN_AS_TEXT)
    }
    if (!/^COPY .* TO STDOUT$/s.test(text)) return raw(bytes, options)
    const answer = await run(text.replace(/STDOUT$/, `'${file}'`))
    if (String.fromCharCode(answer[0]) === 'E') return answer
    const rows = Buffer.from(database.Module.FS.readFile(file))
    return Buffer.concat([message('H', EVERY_COLUMN_AS_TEXT), message('d', rows), message('c', Buffer.alloc(0)), answer])
  }
}
