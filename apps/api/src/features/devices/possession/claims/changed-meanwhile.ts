import { Problem } from '../../../../http/problems.js'
import { say } from '../../texts.js'

/** Returns the problem for the second of two concurrent writes of a number. On a retry, its row has the exact error. */
export const changedMeanwhile = () => new Problem('conflict', say('changed-meanwhile'))
