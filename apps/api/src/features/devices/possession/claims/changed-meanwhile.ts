import { Problem } from '../../../../http/problems.js'
import { say } from '../../texts.js'

/**
 * Returns the problem for the second of two concurrent writes of a number. The caller gets the exact error of the row on a
 * retry.
 */
export const changedMeanwhile = () => new Problem('conflict', say('changed-meanwhile'))
