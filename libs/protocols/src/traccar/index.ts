import { overHttp } from '../common/http/over-http.js'
import { decode } from './decode.js'

/** Maximum size of one position's body or query, in bytes. */
const MAX_FRAME_BYTES = 262_144

/** Positions and events that a Traccar server forwards. See README.md beside this file. */
export const traccar = overHttp('traccar', MAX_FRAME_BYTES, decode)
