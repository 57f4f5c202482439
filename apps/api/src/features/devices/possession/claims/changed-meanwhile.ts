import { Problem } from '../../../../http/problems.js'
import { say } from '../../texts.js'

/**
 * Returns the problem for the second of two concurrent writes of a number. When the caller retries, the row reports the exact
 * error.
 */
export const changedMeanwhile = () => new Problem('conflict', say('changed-meanwhile'))
