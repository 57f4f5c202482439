/**
 * All protocols that Roadbook supports, one per line. Each protocol begins with different bytes, so the order does not
 * matter.
 */
export { calamp } from './calamp/index.js'
export { castel } from './castel/index.js'
export { eelink } from './eelink/index.js'
export { gps103 } from './gps103/index.js'
export { gt06 } from './gt06/index.js'
export { h02 } from './h02/index.js'
export { jt808 } from './jt808/index.js'
export { meitrack } from './meitrack/index.js'
export { minifinder } from './minifinder/index.js'
export { osmand } from './osmand/index.js'
export { queclink } from './queclink/index.js'
export { ruptela } from './ruptela/index.js'
export { suntech } from './suntech/index.js'
export { teltonika } from './teltonika/index.js'
export { tk103 } from './tk103/index.js'
export { topin } from './topin/index.js'
export { totem } from './totem/index.js'
export { watch } from './watch/index.js'
export { wialonIps } from './wialon-ips/index.js'
export { xexun } from './xexun/index.js'
