import { Problem } from '../../http/problems.js'
import { say } from './texts.js'

/** Message of R-120, with the wording of the screen. */
export const MAY_NOT_INSTALL = say('may-not-install')
export const mayNotInstall = () => new Problem('forbidden', MAY_NOT_INSTALL)
