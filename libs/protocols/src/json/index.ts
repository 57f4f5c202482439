import { overHttp } from '../common/http/over-http.js'
import { decode } from './decode.js'

/** Maximum size of a position in bytes. */
export const LONGEST_POSITION = 65_536

/** Roadbook's own JSON for positions from other systems. See README.md beside this file. */
export const json = overHttp('json', LONGEST_POSITION, decode)
