import { Problem } from '../../../../http/problems.js'
import { say } from '../../texts.js'

/** Refuses the second of two that write the same number at once. Tried again, its row says what is wrong. */
export const changedMeanwhile = () => new Problem('conflict', say('changed-meanwhile'))
