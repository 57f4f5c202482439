import { Problem } from '../../../http/problems.js'
import { say } from '../texts.js'

/** Of two that write the same number at once, the second: tried again, it learns of its row what is to be known. */
export const changedMeanwhile = () => new Problem('conflict', say('changed-meanwhile'))
