import { overHttp } from '../common/http/over-http.js'
import { decode } from './decode.js'

/** Longest body or query of one position. */
const MAX_FRAME_BYTES = 262_144

/** Positions and events that a Traccar server forwards. See README.md beside this file. */
export const traccar = overHttp('traccar', MAX_FRAME_BYTES, decode)
