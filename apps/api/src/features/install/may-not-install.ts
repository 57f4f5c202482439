import { Problem } from '../../http/problems.js'

/** R-120, in the words of the screen. */
export const MAY_NOT_INSTALL = 'This business may not install devices (canInstallDevices)'
export const mayNotInstall = () => new Problem('forbidden', { detail: MAY_NOT_INSTALL })
